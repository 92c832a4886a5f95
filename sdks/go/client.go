// Package letscode drives letscode, an LLM coding agent, from a Go program: many conversations in one process of letscode, tools
// and decisions that live in the program, every event as it happens.
package letscode

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Protocol is what a Client speaks.
const Protocol = "letscode-jsonrpc/1"

// Options are how a client finds letscode, and what it does with it. Nothing is required.
type Options struct {
	ProcessOptions
	// URL connects to a letscode that listens, HOST:PORT or unix:PATH, and starts none.
	URL string
	// Token is what a listening letscode asks for.
	Token string
	// Name is what the program is called; in letscode's log.
	Name string
	// OnQuestion answers what the model asks the person behind the program. Nil: the model cannot ask.
	OnQuestion func(ctx context.Context, session *Session, question UserAskParams) (string, error)
	// Hooks are decisions in which the program takes part.
	Hooks Hooks
	// Report is told in one line what is worth knowing, and of functions of the program that fail. It must come back at once.
	Report func(line string)
	// StartTimeout is how long letscode may take to start and shake hands. 0: 30 s.
	StartTimeout time.Duration
	// AbortTimeout is how long a run may be silent after its abort before it is given up. 0: 10 s.
	AbortTimeout time.Duration
	// CloseTimeout is how long a process may take to end by itself at Close, before signals end it. 0: 5 s.
	CloseTimeout time.Duration
	// MaxWaitingBytes is about how much waits for a loop that is slow; what is more is fetched when it gets there. 0: 4 MiB.
	MaxWaitingBytes int
}

// Client is one letscode with any number of sessions. All its methods may be called from many goroutines.
type Client struct {
	// Server is what letscode said of itself.
	Server InitializeResult
	// Methods are all methods of the protocol, typed: what everything else is made of.
	Methods Methods

	options    Options
	connection *connection

	mu       sync.Mutex
	sessions map[string]*Session
}

// Start starts letscode, or connects to it, and shakes hands. The end of ctx ends the start, not the client.
func Start(ctx context.Context, options Options) (*Client, error) {
	options = options.withDefaults()
	c := &Client{options: options, sessions: map[string]*Session{}}
	start, cancel := context.WithTimeout(ctx, options.StartTimeout)
	defer cancel()
	transport, err := options.open(start)
	if err != nil {
		return nil, err
	}
	c.connection = newConnection(transport, c.ended)
	c.connection.heed, c.connection.handle, c.connection.report = c.heed, c.handle, options.Report
	c.Methods = Methods{Call: c.call}
	go c.connection.read()
	hello := InitializeParams{
		Protocol: Protocol, Client: ClientInfo{Name: options.Name, Version: Version}, Capabilities: options.capabilities(),
	}
	if options.Token != "" {
		hello.Token = &options.Token
	}
	c.Server, err = c.Methods.Initialize(start, hello)
	if spoken, _, _ := strings.Cut(c.Server.Protocol, "."); err == nil && spoken != Protocol {
		err = &protocolError{fmt.Sprintf("the other end speaks %q; this client speaks %s", c.Server.Protocol, Protocol)}
	}
	if err == nil {
		return c, nil
	}
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		err = transport.explain(slowStart(options.StartTimeout))
	}
	c.connection.closing.Store(true)
	transport.end(0)
	return nil, err
}

func slowStart(limit time.Duration) error {
	return &protocolError{fmt.Sprintf("letscode did not shake hands within %v", limit)}
}

// CreateSession begins a conversation.
func (c *Client) CreateSession(ctx context.Context, options SessionOptions) (*Session, error) {
	settings, err := options.settings()
	if err != nil {
		return nil, err
	}
	return c.session(ctx, request("session.create", settings), options)
}

// ResumeSession goes on with a conversation: from disk, or with one that is alive, in the middle of its run too.
func (c *Client) ResumeSession(ctx context.Context, id string, options SessionOptions) (*Session, error) {
	settings, err := options.settings()
	if err != nil {
		return nil, err
	}
	var params SessionResumeParams
	encoded, err := encode(settings)
	if err == nil {
		err = json.Unmarshal(encoded, &params)
	}
	if err != nil {
		return nil, err
	}
	params.SessionID = id
	return c.session(ctx, request("session.resume", params), options)
}

// session is known before anything is heeded that comes behind the answer.
func (c *Client) session(ctx context.Context, request func(int64) any, options SessionOptions) (*Session, error) {
	s := &Session{client: c, options: options}
	_, err := c.connection.call(ctx, request, func(one answer) answer {
		var created SessionCreateResult
		if one.err == nil {
			one.err = json.Unmarshal(one.json, &created)
		}
		if one.err == nil {
			s.ID, s.Model, s.Tools = created.SessionID, created.Model, created.Tools
			c.mu.Lock()
			if open := c.sessions[s.ID]; open != nil {
				s.conversation = open.conversation
			} else {
				s.conversation = &conversation{watching: map[*feed]bool{}}
			}
			c.sessions[s.ID] = s
			c.mu.Unlock()
		}
		return one
	})
	if err != nil {
		return nil, err
	}
	return s, nil
}

func (c *Client) call(ctx context.Context, method string, params, result any) error {
	answer, err := c.connection.call(ctx, request(method, params), asIs)
	if err != nil || result == nil {
		return err
	}
	if err = json.Unmarshal(answer, result); err != nil {
		return fmt.Errorf("the answer to %s cannot be read: %w", method, err)
	}
	return nil
}

// ForkSession copies a conversation up to a message and the results of its calls; it returns the id of the copy.
func (c *Client) ForkSession(ctx context.Context, id, messageID string) (string, error) {
	copied, err := c.Methods.SessionFork(ctx, SessionForkParams{SessionID: id, MessageID: messageID})
	return copied.SessionID, err
}

// ListSessions is the conversations there are, the newest first.
func (c *Client) ListSessions(ctx context.Context, which SessionListParams) ([]SessionRowReport, error) {
	found, err := c.Methods.SessionList(ctx, which)
	return found.Sessions, err
}

// DeleteSession deletes a conversation.
func (c *Client) DeleteSession(ctx context.Context, id string) error {
	err := c.Methods.SessionDelete(ctx, SessionParams{SessionID: id})
	c.forget(id)
	return err
}

// ListModels is the models that sessions can have.
func (c *Client) ListModels(ctx context.Context) ([]ModelRow, error) {
	found, err := c.Methods.ModelsList(ctx)
	return found.Models, err
}

// Close ends a letscode that this client started: its runs are aborted, and it has CloseTimeout to go before SIGTERM, and two seconds
// more before SIGKILL end it, with its process group. One that listens goes on, its runs too. No call works after this: it is ErrClosed.
func (c *Client) Close() {
	end := time.Now().Add(c.options.CloseTimeout)
	if c.options.URL == "" && c.connection.closing.CompareAndSwap(false, true) {
		ctx, cancel := context.WithDeadline(context.Background(), end)
		defer cancel()
		for _, one := range c.all() {
			if one.isRunning() {
				abort := request("session.abort", SessionAbortParams{SessionID: one.ID, ClearQueue: Ptr(true)})
				_, _ = c.connection.ask(ctx, abort, func(answer) {})
			}
		}
		_ = c.Methods.Shutdown(ctx)
	}
	c.connection.closing.Store(true)
	c.connection.transport.end(time.Until(end))
	c.connection.close(ErrClosed)
}

func (c *Client) heed(method string, data json.RawMessage) {
	var id string
	var seq int64
	var event json.RawMessage
	err := eachField(data, func(name string, value json.RawMessage) bool {
		switch name {
		case "session_id":
			id = textOf(value)
		case "seq":
			seq, _ = strconv.ParseInt(string(value), 10, 64)
		case "event":
			event = value
		}
		return true
	})
	if err != nil {
		c.options.Report(fmt.Sprintf("%s that cannot be read was dropped: %v", method, err))
		return
	}
	session := c.known(id)
	switch {
	case session == nil:
	case method == "session.event":
		session.receive(seq, event)
	case method == "session.gap":
		session.leaveOut()
	}
}

func (c *Client) ended(err error) {
	if err == ErrClosed {
		err = nil
	}
	for _, one := range c.all() {
		one.ended(err)
	}
}

func (c *Client) known(id string) *Session {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.sessions[id]
}

// forget says that the session of this id is closed.
func (c *Client) forget(id string) {
	c.mu.Lock()
	old := c.sessions[id]
	delete(c.sessions, id)
	c.mu.Unlock()
	if old != nil {
		old.ended(nil)
	}
}

func (c *Client) all() []*Session {
	c.mu.Lock()
	defer c.mu.Unlock()
	var all []*Session
	for _, one := range c.sessions {
		all = append(all, one)
	}
	return all
}

func (o Options) withDefaults() Options {
	o.StartTimeout = either(o.StartTimeout, 30*time.Second)
	o.AbortTimeout = either(o.AbortTimeout, 10*time.Second)
	o.CloseTimeout = either(o.CloseTimeout, 5*time.Second)
	o.MaxWaitingBytes = either(o.MaxWaitingBytes, 4<<20)
	o.Name = either(o.Name, "letscode for Go")
	if o.Report == nil {
		o.Report = func(string) {}
	}
	return o
}

func either[T comparable](given, usual T) T {
	var none T
	if given == none {
		return usual
	}
	return given
}
