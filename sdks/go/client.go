// Package letscode drives letscode, an LLM coding agent, from a Go program: many conversations in one process of letscode, tools
// and decisions that live in the program, every event as it happens.
package letscode

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
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
	// Report is told in one line what is worth knowing and no failure.
	Report func(line string)
	// StartTimeout is how long letscode may take to start and shake hands. 0: 30 s.
	StartTimeout time.Duration
	// AbortTimeout is how long a run may be silent after its abort before it is given up. 0: 10 s.
	AbortTimeout time.Duration
	// CloseTimeout is how long a process may take to end by itself at Close. 0: 5 s.
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
	transport  transport
	connection *connection

	mu       sync.Mutex
	sessions map[string]*Session
	closing  bool
}

// Start starts letscode, or connects to it, and shakes hands. The end of ctx ends the start, not the client.
func Start(ctx context.Context, options Options) (*Client, error) {
	options = options.withDefaults()
	c := &Client{options: options, sessions: map[string]*Session{}}
	start, cancel := context.WithTimeout(ctx, options.StartTimeout)
	defer cancel()
	var err error
	if options.URL == "" {
		c.transport, err = orNil(options.start("jsonrpc"))
	} else {
		c.transport, err = orNil(dial(start, options.URL))
	}
	if err != nil {
		return nil, err
	}
	c.connection = &connection{transport: c.transport, requests: c.answers(), heed: c.heed, report: options.Report, onEnd: c.ended}
	c.Methods = Methods{Call: c.connection.call}
	c.connection.start()
	hello := InitializeParams{
		Protocol: Protocol, Client: ClientInfo{Name: options.Name, Version: Version}, Capabilities: options.capabilities(),
	}
	if options.Token != "" {
		hello.Token = &options.Token
	}
	if c.Server, err = c.Methods.Initialize(start, hello); err == nil {
		return c, nil
	}
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		err = fmt.Errorf("letscode did not shake hands within %v%s", options.StartTimeout, c.transport.lastWords())
	}
	c.transport.end(0)
	return nil, err
}

// CreateSession begins a conversation.
func (c *Client) CreateSession(ctx context.Context, options SessionOptions) (*Session, error) {
	settings, err := options.settings()
	if err != nil {
		return nil, err
	}
	created, err := c.Methods.SessionCreate(ctx, settings)
	if err != nil {
		return nil, err
	}
	return c.keep(created, options), nil
}

// ResumeSession goes on with a conversation: from disk, or with one that is alive, in the middle of its run too.
func (c *Client) ResumeSession(ctx context.Context, id string, options SessionOptions) (*Session, error) {
	settings, err := options.settings()
	if err != nil {
		return nil, err
	}
	var params SessionResumeParams
	encoded, err := json.Marshal(settings)
	if err == nil {
		err = json.Unmarshal(encoded, &params)
	}
	if err != nil {
		return nil, err
	}
	params.SessionID = id
	resumed, err := c.Methods.SessionResume(ctx, params)
	if err != nil {
		return nil, err
	}
	return c.keep(SessionCreateResult{SessionID: resumed.SessionID, Model: resumed.Model, Tools: resumed.Tools}, options), nil
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

// Close ends a letscode that this client started: its runs are aborted, and it has CloseTimeout to go before it is killed, with its
// process group. One that listens goes on, its runs too. No call works after this.
func (c *Client) Close() {
	c.mu.Lock()
	first := !c.closing
	c.closing = true
	sessions := c.all()
	c.mu.Unlock()
	if !first {
		<-c.connection.done
		return
	}
	if c.options.URL == "" {
		for _, one := range sessions {
			one.mu.Lock()
			running := one.run != nil
			one.mu.Unlock()
			if running {
				c.lastWord("session.abort", SessionAbortParams{SessionID: one.ID, ClearQueue: Ptr(true)})
			}
		}
		c.lastWord("shutdown", struct{}{})
	}
	c.transport.end(c.options.CloseTimeout)
	c.connection.close(ErrClosed)
}

// lastWord is written, and nobody waits for its answer.
func (c *Client) lastWord(method string, params any) {
	_ = c.connection.send(message{ID: json.RawMessage(`"` + method + `"`), Method: method, Params: params})
}

func (c *Client) heed(method string, data json.RawMessage) {
	var params struct {
		SessionID string          `json:"session_id"`
		Seq       int64           `json:"seq"`
		Event     json.RawMessage `json:"event"`
	}
	if json.Unmarshal(data, &params) != nil {
		return
	}
	c.mu.Lock()
	session := c.sessions[params.SessionID]
	c.mu.Unlock()
	if session == nil {
		return
	}
	switch method {
	case "session.event":
		session.receive(params.Seq, params.Event)
	case "session.gap":
		session.leaveOut()
	}
}

func (c *Client) ended(err error) {
	c.mu.Lock()
	sessions, closing := c.all(), c.closing
	c.mu.Unlock()
	if closing {
		err = nil
	}
	for _, one := range sessions {
		one.ended(err)
	}
}

func (c *Client) keep(created SessionCreateResult, options SessionOptions) *Session {
	s := &Session{
		ID: created.SessionID, Model: created.Model, Tools: created.Tools,
		client: c, options: options, watching: map[*feed]bool{},
	}
	c.forget(s.ID)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sessions[s.ID] = s
	return s
}

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

// orNil makes no interface of a nil pointer.
func orNil[T transport](found T, err error) (transport, error) {
	if err != nil {
		return nil, err
	}
	return found, nil
}

// ended is nil for the end of a loop, and the reason for any other.
func ended(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

func pid() string { return strconv.Itoa(os.Getpid()) }
