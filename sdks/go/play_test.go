package letscode

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/iotest"
	"time"
)

const (
	patience = 15 * time.Second
	token    = "a token of twenty-five letters"
)

// talk is one connection: what came, message by message, read with the framing of this package one byte at a time.
type talk struct {
	t        transport
	heard    *sync.Mutex // held while nothing is to be read
	framed   bool
	messages chan any
	open     []expected
	sent     map[string][]string // the methods of requests, by their ids
}

func listenTo(t transport, framed bool, general func(string) string) *talk {
	k := &talk{t: t, heard: &sync.Mutex{}, framed: framed, messages: make(chan any, 10_000), sent: map[string][]string{}}
	go func() {
		defer close(k.messages)
		next := messagesOf(iotest.OneByteReader(bufio.NewReader(k)), framed)
		for {
			body, err := next()
			if err != nil {
				return
			}
			var value any
			if err := json.Unmarshal([]byte(general(string(body))), &value); err != nil {
				value = err.Error()
			}
			k.messages <- value
		}
	}()
	return k
}

// Read reads what the other side writes, once it is to be heard.
func (k *talk) Read(into []byte) (int, error) {
	k.heard.Lock()
	k.heard.Unlock() // a gate and no more: who waits below must not hold it
	return k.t.Read(into)
}

func messagesOf(r io.Reader, framed bool) func() ([]byte, error) {
	if framed {
		frames := bufio.NewReader(r)
		return func() ([]byte, error) { return readFrame(frames) }
	}
	lines := lineReader(r)
	return func() ([]byte, error) {
		if !lines.Scan() {
			return nil, io.EOF
		}
		return lines.Bytes(), nil
	}
}

func (k *talk) next() (any, error) {
	select {
	case message, ok := <-k.messages:
		if !ok {
			return nil, io.EOF
		}
		if fields, ok := message.(map[string]any); ok && fields["method"] == "session.event" {
			delete(fields["params"].(map[string]any), "merged")
		}
		return message, nil
	case <-time.After(patience):
		return nil, errors.New("nothing more came")
	}
}

type player struct {
	transcript
	over, workspace, state string
	bound                  *bindings
	places                 map[string]string
	talks                  map[int]*talk
	server                 *process
	address                string
	mistake                error
}

func (p *player) particular(text string) string {
	for name, place := range p.places {
		quoted, _ := json.Marshal(place)
		text = strings.ReplaceAll(text, name, string(quoted[1:len(quoted)-1]))
	}
	return text
}

func (p *player) general(text string) string {
	for name, place := range p.places {
		if name != "$token" {
			text = strings.ReplaceAll(text, place, name)
		}
	}
	return text
}

func (p *player) play() error {
	current, said := 1, ""
	for _, step := range p.steps {
		if step.kind == "file" {
			file := filepath.Join(p.workspace, step.text)
			if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, step.parts[0].body, 0o644)); err != nil {
				return err
			}
			continue
		}
		if p.server == nil {
			if err := p.start(); err != nil {
				return err
			}
		}
		if step.kind == "connection" {
			current = step.n
		}
		if step.kind == "stderr" {
			said += step.text
		}
		k, err := p.talk(current)
		if err == nil {
			err = p.take(step, k)
		}
		if err != nil {
			return fmt.Errorf("line %d: %w%s", step.at, err, p.server.stderr.quoted())
		}
	}
	last := p.steps[len(p.steps)-1]
	if p.over != "stdio" {
		_ = p.server.command.Process.Signal(syscall.SIGTERM)
		last.n = 0
	} else if last.kind != "exit" {
		return nil
	}
	if !within(patience, p.server.exited) {
		return errors.New("the process does not end")
	}
	if code, signal := howItEnded(p.server.command.ProcessState); code != last.n {
		return fmt.Errorf("exit code %d %v, expected %d", code, signal, last.n)
	}
	if got := p.general(string(p.server.stderr.kept)); p.over == "stdio" && got != said {
		return fmt.Errorf("stderr: %q, expected %q", got, said)
	}
	return nil
}

func (p *player) take(step step, k *talk) error {
	switch step.kind {
	case "send":
		var out bytes.Buffer
		for _, one := range step.parts {
			if one.kind == "message" {
				one.body = []byte(p.bound.fill(p.particular(string(one.body))))
			}
			var asked message
			if json.Unmarshal(one.body, &asked) == nil && asked.Method != "" {
				k.sent[string(asked.ID)] = append(k.sent[string(asked.ID)], asked.Method)
			}
			switch {
			case one.kind == "raw":
				out.Write(one.body)
			case k.framed:
				out.Write(frame(one.body))
			default:
				out.Write(append(one.body, '\n'))
			}
		}
		_, _ = k.t.Write(out.Bytes())
	case "eof":
		if p.over == "stdio" {
			return p.server.Close()
		}
		return k.t.(*socket).Conn.(interface{ CloseWrite() error }).CloseWrite()
	case "gone":
		if tcp, ok := k.t.(*socket).Conn.(*net.TCPConn); ok {
			_ = tcp.SetLinger(0)
		}
		return k.t.(*socket).Close()
	case "deaf":
		k.heard.Lock()
	case "hear":
		k.heard.Unlock()
	case "exit", "closed":
		if message, err := p.message(k); err != io.EOF {
			return fmt.Errorf("one more came: %v %v", message, err)
		}
	}
	if step.lanes != nil {
		return p.expectAll(step.lanes, k)
	}
	return nil
}

// message is the next that belongs to nothing that is open.
func (p *player) message(k *talk) (any, error) {
	for {
		message, err := k.next()
		if err != nil {
			return nil, err
		}
		taken := false
		for _, line := range k.open {
			taken = taken || p.fits(line, message, k)
		}
		if !taken {
			k.open = nil
			return message, nil
		}
	}
}

func (p *player) expectAll(lanes [][]expected, k *talk) error {
	at, open := make([]int, len(lanes)), make([][]expected, len(lanes))
	left := func() *expected {
		for lane, lines := range lanes {
			if at[lane] < len(lines) {
				return &lines[at[lane]]
			}
		}
		return nil
	}
	for line := left(); line != nil; line = left() {
		message, err := p.message(k)
		if err != nil {
			return err
		}
		taken := false
		for lane, lines := range lanes {
			for _, one := range open[lane] {
				taken = taken || p.fits(one, message, k)
			}
			if !taken && at[lane] < len(lines) && p.fits(lines[at[lane]], message, k) {
				open[lane] = nil
				if lines[at[lane]].repeated {
					open[lane] = lines[at[lane] : at[lane]+1]
				}
				at[lane]++
				taken = true
			}
			if taken {
				break
			}
		}
		if !taken {
			want, _ := json.Marshal(line.pattern)
			got, _ := json.Marshal(message)
			return fmt.Errorf("(line %d) expected %s\ngot %s", line.at, want, got)
		}
	}
	for _, lines := range open {
		k.open = append(k.open, lines...)
	}
	return nil
}

// fits says whether the raw message fits, and so does what the types make of it.
func (p *player) fits(line expected, message any, k *talk) bool {
	if !p.bound.matches(line.pattern, message) {
		return false
	}
	id := ""
	if fields, ok := message.(map[string]any); ok && fields["result"] != nil {
		text, _ := json.Marshal(fields["id"])
		id = string(text)
	}
	methods := k.sent[id]
	if len(methods) == 0 {
		methods = []string{""}
	}
	for _, method := range methods {
		typed, err := retyped(message, method)
		if err == nil && p.bound.matches(line.pattern, typed) {
			return true
		}
		p.mistake = fmt.Errorf("line %d: the types made %v of %v (%v)", line.at, typed, message, err)
	}
	return false
}

func (p *player) start() error {
	words, err := findCommand(nil)
	if err != nil {
		return err
	}
	env := []string{"PATH=" + os.Getenv("PATH"), "LANG=C.UTF-8", "HOME=" + p.workspace, "XDG_STATE_HOME=" + p.state}
	switch {
	case p.over == "stdio":
		words = append(words, "--mode", p.door)
	case p.over == "tcp":
		words = append(words, "serve", "--listen", "127.0.0.1:0")
	default:
		words = append(words, "serve", "--listen", "unix:"+filepath.Join(p.state, "socket"))
	}
	if p.door == "serve" {
		words, env = append(words, "--token-env", "LETSCODE_TOKEN"), append(env, "LETSCODE_TOKEN="+token)
	} else if p.over != "stdio" {
		words = append(words, "--no-token")
	}
	for _, word := range p.args {
		for name, place := range p.places {
			word = strings.ReplaceAll(word, name, place)
		}
		words = append(words, word)
	}
	if p.server, err = startProcess(words, p.workspace, env, nil); err != nil {
		return err
	}
	if p.over == "stdio" {
		p.talks[1] = listenTo(p.server, p.door != "rpc", p.general)
		return nil
	}
	line, err := bufio.NewReader(p.server).ReadString('\n')
	p.address = strings.TrimPrefix(strings.TrimSpace(line), "letscode listening on ")
	return err
}

func (p *player) talk(number int) (*talk, error) {
	if p.talks[number] == nil {
		connection, err := dial(context.Background(), p.address)
		if err != nil {
			return nil, err
		}
		p.talks[number] = listenTo(connection, true, p.general)
	}
	return p.talks[number], nil
}

// retyped is the message read into the types and written again.
func retyped(value any, asked string) (any, error) {
	fields, ok := value.(map[string]any)
	if !ok {
		return value, nil
	}
	data, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	var typed any
	switch {
	case fields["type"] == "error" && hasKey(fields, "id"):
		var read ControlError
		err = json.Unmarshal(data, &read)
		typed = read
	case fields["type"] != nil:
		typed = decodeRPCOutput(data)
		if _, ok := typed.(Unknown); ok {
			return nil, fmt.Errorf("unknown: %s", data)
		}
	default:
		return retypedInside(fields, asked)
	}
	if err != nil {
		return nil, err
	}
	return again(typed)
}

// retypedInside reads the params of what letscode asks and tells, and the results of what it was asked.
func retypedInside(fields map[string]any, asked string) (any, error) {
	method, _ := fields["method"].(string)
	part, target := "params", map[string]any{
		"session.event": new(SessionEventParams), "session.idle": new(SessionIdleParams), "session.gap": new(SessionGapParams),
		"tool.invoke": new(ToolInvokeParams), "permission.request": new(PermissionRequestParams),
		"user.ask": new(UserAskParams), "hook.call": new(HookCallParams),
	}[method]
	if method == "" && fields["result"] != nil {
		part, target = "result", map[string]any{
			"initialize": new(InitializeResult), "ping": new(PingResult), "models.list": new(ModelsListResult),
			"session.create": new(SessionCreateResult), "session.resume": new(SessionResumeResult), "session.fork": new(SessionParams),
			"session.list": new(SessionListResult), "session.get": new(SessionRowReport), "session.send": new(SessionSendResult),
			"session.abort": new(SessionAbortResult), "session.reset": new(SessionResetResult), "session.events": new(SessionEventsResult),
			"session.compact": new(SessionCompactResult), "session.messages": new(SessionMessagesResult),
		}[asked]
	}
	if target == nil {
		return fields, nil
	}
	data, err := json.Marshal(fields[part])
	if err == nil {
		err = json.Unmarshal(data, target)
	}
	if err != nil {
		return nil, err
	}
	out := map[string]any{}
	for name, value := range fields {
		out[name] = value
	}
	out[part], err = again(target)
	return out, err
}

func again(typed any) (any, error) {
	data, err := encode(typed)
	if err != nil {
		return nil, err
	}
	var value any
	err = json.Unmarshal(data, &value)
	return value, err
}

func hasKey(fields map[string]any, name string) bool {
	_, ok := fields[name]
	return ok
}

// TestConformance plays every transcript over every pipe that applies.
func TestConformance(t *testing.T) {
	root := filepath.Join("..", "..", "conformance")
	cassettes, _ := filepath.Abs(filepath.Join(root, "cassettes"))
	count := 0
	err := filepath.WalkDir(filepath.Join(root, "transcripts"), func(path string, entry os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".txt") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		read, err := parseTranscript(string(text))
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		for _, over := range read.pipes() {
			count++
			t.Run(strings.TrimSuffix(entry.Name(), ".txt")+" over "+over, func(t *testing.T) {
				t.Parallel()
				folder, _ := filepath.EvalSymlinks(t.TempDir())
				p := &player{transcript: read, over: over, workspace: filepath.Join(folder, "w"), state: filepath.Join(folder, "s"),
					bound: newBindings(), talks: map[int]*talk{}}
				p.places = map[string]string{"$dir": p.workspace, "$cassettes": cassettes, "$token": token}
				if err := errors.Join(os.Mkdir(p.workspace, 0o755), os.Mkdir(p.state, 0o755)); err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() {
					if p.server != nil {
						p.server.end(0)
					}
				})
				if err := errors.Join(p.play(), p.mistake); err != nil {
					t.Error(err)
				}
			})
		}
		return nil
	})
	if err != nil || count < 100 {
		t.Fatalf("%d transcripts, %v", count, err)
	}
}
