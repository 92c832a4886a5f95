package letscode

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// How long a process that ended is waited for, and how long its pipes may take to end after it.
const (
	exitTime      = 2 * time.Second
	lastWordsTime = 500 * time.Millisecond
)

// transport is the bytes between a program and letscode: a child process, or a socket where it listens.
type transport interface {
	io.Reader
	io.Writer
	// explain says why no answer will come, from what reading ended with.
	explain(reading error) error
	// lastWords is the last it said beside the protocol, as the end of a sentence.
	lastWords() string
	// end ends it: what was written gets through, and after grace force is used.
	end(grace time.Duration)
}

// process is a child in a process group of its own. Its stderr is always read, and the last of it kept.
type process struct {
	io.Reader
	stdin   io.WriteCloser
	command *exec.Cmd
	stderr  *tail
	exited  chan struct{}
	said    chan struct{}
	state   *os.ProcessState
}

func startProcess(words []string, dir string, env []string, onStderr func(string)) (*process, error) {
	command := exec.Command(words[0], words[1:]...)
	command.Dir, command.Env = dir, env
	ownGroup(command)
	stdin, err1 := command.StdinPipe()
	stdout, err2 := command.StdoutPipe()
	stderr, err3 := command.StderrPipe()
	if err := errors.Join(err1, err2, err3); err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, &ProcessEndedError{ExitCode: -1, message: fmt.Sprintf("%s cannot be started: %v", words[0], err)}
	}
	p := &process{stdout, stdin, command, &tail{tell: onStderr}, make(chan struct{}), make(chan struct{}), nil}
	go func() {
		_, _ = io.Copy(p.stderr, stderr)
		close(p.said)
	}()
	go func() {
		state, _ := command.Process.Wait()
		p.state = state
		close(p.exited)
		// A process that outlives it may hold its pipes open, and would hold their readers.
		time.AfterFunc(lastWordsTime, func() { _, _ = stdout.Close(), stderr.Close() })
	}()
	return p, nil
}

func (p *process) Write(data []byte) (int, error) { return p.stdin.Write(data) }

func (p *process) lastWords() string {
	if said := p.stderr.last(); said != "" {
		return "; stderr:\n" + said
	}
	return ""
}

func (p *process) explain(error) error {
	within(exitTime, p.exited)
	within(lastWordsTime, p.said)
	e := &ProcessEndedError{ExitCode: -1, Stderr: p.stderr.last()}
	how := "closed its output"
	if within(0, p.exited) {
		e.ExitCode, e.Signal = howItEnded(p.state)
		how = fmt.Sprintf("ended with exit code %d", e.ExitCode)
	}
	if e.Signal != "" {
		how = "was ended by " + e.Signal
	}
	words := p.lastWords()
	if words == "" {
		words = "; it said nothing on stderr"
	}
	e.message = "letscode " + how + words
	return e
}

func (p *process) end(grace time.Duration) {
	_ = p.stdin.Close()
	if within(grace, p.exited) {
		return
	}
	signalGroup(p.command, false)
	if within(exitTime, p.exited) {
		return
	}
	signalGroup(p.command, true)
	within(exitTime, p.exited)
}

// tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	kept []byte
	tell func(string)
}

func (t *tail) Write(data []byte) (int, error) {
	t.mu.Lock()
	t.kept = append(t.kept, data...)
	if len(t.kept) > 32<<10 {
		t.kept = append([]byte(nil), t.kept[len(t.kept)-16<<10:]...)
	}
	t.mu.Unlock()
	if t.tell != nil {
		t.tell(string(data))
	}
	return len(data), nil
}

// last is at most the last 20 lines.
func (t *tail) last() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := strings.Split(strings.TrimSpace(string(t.kept)), "\n")
	return strings.ToValidUTF8(strings.Join(lines[max(0, len(lines)-20):], "\n"), "\uFFFD")
}

// socket is a connection to HOST:PORT or unix:PATH; Go sets NODELAY.
type socket struct {
	net.Conn
	url string
}

func dial(ctx context.Context, url string) (*socket, error) {
	network, address := "tcp", strings.TrimPrefix(url, "tcp://")
	if path, ok := strings.CutPrefix(url, "unix:"); ok {
		network, address = "unix", path
	} else if host, port, err := net.SplitHostPort(address); err != nil || host == "" || port == "" {
		return nil, fmt.Errorf("url: expected HOST:PORT or unix:PATH, got %q", url)
	}
	connection, err := new(net.Dialer).DialContext(ctx, network, address)
	if err != nil {
		return nil, fmt.Errorf("letscode at %s cannot be reached: %w; is `letscode serve --listen %s` running?", url, err, url)
	}
	return &socket{connection, url}, nil
}

func (s *socket) explain(reading error) error {
	if reading == nil || errors.Is(reading, io.EOF) {
		return fmt.Errorf("letscode at %s closed the connection", s.url)
	}
	return fmt.Errorf("letscode at %s: %w", s.url, reading)
}

func (s *socket) lastWords() string { return "" }

func (s *socket) end(time.Duration) { _ = s.Close() }

// within waits for a channel to be closed, so long at most.
func within(limit time.Duration, done <-chan struct{}) bool {
	select {
	case <-done:
		return true
	default:
	}
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-done:
		return true
	case <-timer.C:
		return false
	}
}
