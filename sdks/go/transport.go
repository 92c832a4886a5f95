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
	"syscall"
	"time"
)

// lastTime is how long a process may take to end when it has to, and its pipes to end after it.
const lastTime = time.Second

// transport is the bytes between a program and letscode: a child process, or a socket where it listens.
type transport interface {
	io.ReadWriter
	// explain says why no answer will come, from what reading or writing ended with.
	explain(reading error) error
	// end ends it: what was written gets through, and after grace force is used.
	end(grace time.Duration)
}

// process is a child in a process group of its own. Its stderr is always read, and the last of it kept.
type process struct {
	io.Reader
	io.WriteCloser
	command *exec.Cmd
	stderr  *tail
	exited  chan struct{}
}

func startProcess(words []string, dir string, env []string, also io.Writer) (*process, error) {
	command := exec.Command(words[0], words[1:]...)
	stderr := &tail{also: also}
	ownGroup(command)
	in, err1 := command.StdinPipe()
	out, its, err2 := os.Pipe()
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	command.Dir, command.Env, command.Stdout, command.Stderr, command.WaitDelay = dir, env, its, stderr, lastTime
	err := command.Start()
	_ = its.Close()
	if err != nil {
		_ = out.Close()
		return nil, &ProcessEndedError{ExitCode: -1, message: fmt.Sprintf("%s cannot be started: %v", words[0], err), cause: err}
	}
	p := &process{out, in, command, stderr, make(chan struct{})}
	go func() {
		_ = command.Wait()
		close(p.exited)
		// A process that outlives it may hold its output open, and would hold who reads it.
		time.AfterFunc(lastTime, func() { _ = out.Close() })
	}()
	return p, nil
}

func (p *process) explain(reading error) error {
	var broken *protocolError
	if errors.As(reading, &broken) {
		return fmt.Errorf("%w%s", broken, p.stderr.quoted())
	}
	e := &ProcessEndedError{ExitCode: -1, message: "letscode closed its output"}
	if within(2*lastTime, p.exited) {
		e.ExitCode, e.Signal = howItEnded(p.command.ProcessState)
		e.message = fmt.Sprintf("letscode ended, %v", p.command.ProcessState)
	}
	e.Stderr = p.stderr.last()
	e.message += p.stderr.quoted()
	return e
}

func (p *process) end(grace time.Duration) {
	_ = p.Close()
	if !within(grace, p.exited) {
		signalGroup(p.command.Process, syscall.SIGTERM)
	}
	if !within(2*lastTime, p.exited) {
		signalGroup(p.command.Process, syscall.SIGKILL)
		within(2*lastTime, p.exited)
	}
}

// tail keeps the last 8 KiB that are written to it.
type tail struct {
	mu   sync.Mutex
	kept []byte
	also io.Writer
}

func (t *tail) Write(data []byte) (int, error) {
	t.mu.Lock()
	t.kept = append(t.kept, data...)
	t.kept = t.kept[max(0, len(t.kept)-8<<10):]
	t.mu.Unlock()
	if t.also != nil {
		_, _ = t.also.Write(data)
	}
	return len(data), nil
}

func (t *tail) last() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.TrimSpace(strings.ToValidUTF8(string(t.kept), "\uFFFD"))
}

// quoted is last as the end of a sentence.
func (t *tail) quoted() string {
	if said := t.last(); said != "" {
		return "; stderr:\n" + said
	}
	return "; it said nothing on stderr"
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
	}
	connection, err := new(net.Dialer).DialContext(ctx, network, address)
	if err != nil {
		said := fmt.Sprintf("letscode at %s cannot be reached: %v; is `letscode serve --listen %s` running?", url, err, url)
		return nil, &ConnectionError{url, err, said}
	}
	return &socket{connection, url}, nil
}

func (s *socket) explain(reading error) error {
	return &ConnectionError{s.url, reading, fmt.Sprintf("the connection to letscode at %s ended: %v", s.url, reading)}
}

func (s *socket) end(time.Duration) { _ = s.Close() }

// within waits for a channel to be closed, so long at most.
func within(limit time.Duration, done <-chan struct{}) bool {
	select {
	case <-done:
		return true
	case <-time.After(limit):
		return false
	}
}
