package letscode

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
)

// handler answers a request of the other side.
type handler func(ctx context.Context, params json.RawMessage) (any, error)

// connection is one end of JSON-RPC 2.0 over a transport: calls both ways, notifications, cancelling.
type connection struct {
	transport transport
	requests  map[string]handler
	heed      func(method string, params json.RawMessage)
	report    func(string)
	onEnd     func(error)

	writing sync.Mutex
	mu      sync.Mutex
	calls   map[int64]chan message
	cancels map[string]context.CancelFunc
	lastID  int64
	over    error
	done    chan struct{}
}

type message struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  any             `json:"params,omitempty"`
	Result  any             `json:"result,omitempty"`
	Error   *RPCError       `json:"error,omitempty"`
}

type received struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *RPCError       `json:"error"`
}

// start begins to read. Nothing is heeded before.
func (c *connection) start() {
	c.calls, c.cancels, c.done = map[int64]chan message{}, map[string]context.CancelFunc{}, make(chan struct{})
	go c.read()
}

// call asks the other side, and reads the answer into result unless that is nil. A context that ends cancels the call there.
func (c *connection) call(ctx context.Context, method string, params, result any) error {
	answer := make(chan message, 1)
	c.mu.Lock()
	if c.over != nil {
		defer c.mu.Unlock()
		return c.over
	}
	c.lastID++
	id := c.lastID
	c.calls[id] = answer
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		delete(c.calls, id)
		c.mu.Unlock()
	}()
	if err := c.send(message{ID: json.RawMessage(fmt.Sprint(id)), Method: method, Params: params}); err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	select {
	case <-ctx.Done():
		_ = c.send(message{Method: "$/cancelRequest", Params: map[string]int64{"id": id}})
		return ctx.Err()
	case <-c.done:
		return c.over
	case said := <-answer:
		if said.Error != nil {
			return said.Error
		}
		if found, ok := said.Result.(json.RawMessage); ok && result != nil && len(found) > 0 {
			return json.Unmarshal(found, result)
		}
		return nil
	}
}

// close ends every call that waits, and every later one, with this error.
func (c *connection) close(err error) {
	c.mu.Lock()
	if c.over != nil {
		c.mu.Unlock()
		return
	}
	c.over = err
	for _, cancel := range c.cancels {
		cancel()
	}
	c.mu.Unlock()
	close(c.done)
	c.onEnd(err)
}

func (c *connection) send(m message) error {
	m.JSONRPC = "2.0"
	body, err := encode(m)
	if err != nil {
		return err
	}
	if len(body) > maxBytes {
		return fmt.Errorf("a message of %d bytes; a frame may have %d", len(body), maxBytes)
	}
	c.writing.Lock()
	defer c.writing.Unlock()
	_, err = c.transport.Write(frame(body))
	return err
}

func (c *connection) read() {
	reader := bufio.NewReaderSize(c.transport, 64<<10)
	for {
		body, err := readFrame(reader)
		var broken *framingError
		if errors.As(err, &broken) {
			c.close(fmt.Errorf("what letscode wrote is no JSON-RPC: %w%s", err, c.transport.lastWords()))
			return
		}
		if err != nil {
			c.close(c.transport.explain(err))
			return
		}
		var m received
		if err := json.Unmarshal(body, &m); err != nil {
			c.report(fmt.Sprintf("a message that cannot be read was dropped: %v: %.100q", err, body))
			continue
		}
		c.take(m)
	}
}

func (c *connection) take(m received) {
	switch {
	case m.Method == "":
		var id int64
		known := json.Unmarshal(m.ID, &id) == nil
		c.mu.Lock()
		answer := c.calls[id]
		c.mu.Unlock()
		if !known || answer == nil {
			c.report(fmt.Sprintf("an answer to a call that nobody waits for was dropped: %s", m.ID))
			return
		}
		answer <- message{Result: m.Result, Error: m.Error}
	case m.ID != nil:
		ctx, cancel := context.WithCancel(context.Background())
		c.mu.Lock()
		c.cancels[string(m.ID)] = cancel
		c.mu.Unlock()
		go c.answer(ctx, m)
	case m.Method == "$/cancelRequest":
		var params struct {
			ID json.RawMessage `json:"id"`
		}
		_ = json.Unmarshal(m.Params, &params)
		c.mu.Lock()
		if cancel := c.cancels[string(params.ID)]; cancel != nil {
			cancel()
		}
		c.mu.Unlock()
	default:
		c.heed(m.Method, m.Params)
	}
}

// answer runs a handler beside the others; what comes of a call that was cancelled is dropped.
func (c *connection) answer(ctx context.Context, m received) {
	result, err := c.handle(ctx, m)
	out := message{ID: m.ID, Result: result}
	if result == nil {
		out.Result = json.RawMessage("null")
	}
	var refusal *RPCError
	switch {
	case ctx.Err() != nil:
		out.Result, out.Error = nil, &RPCError{-32800, "cancelled", json.RawMessage(`{"code":"cancelled"}`)}
	case errors.As(err, &refusal):
		out.Result, out.Error = nil, refusal
	case err != nil:
		out.Result, out.Error = nil, &RPCError{Code: -32603, Message: err.Error()}
	}
	c.mu.Lock()
	if cancel := c.cancels[string(m.ID)]; cancel != nil {
		cancel()
	}
	delete(c.cancels, string(m.ID))
	c.mu.Unlock()
	if err := c.send(out); err != nil {
		reason := "what the program answered cannot be written: " + err.Error()
		_ = c.send(message{ID: m.ID, Error: &RPCError{Code: -32603, Message: reason}})
	}
}

func (c *connection) handle(ctx context.Context, m received) (result any, err error) {
	defer func() {
		if recovered := recover(); recovered != nil {
			err = panicError(recovered)
		}
	}()
	handler := c.requests[m.Method]
	if handler == nil {
		return nil, &RPCError{Code: -32601, Message: "method not found: " + m.Method}
	}
	return handler(ctx, bytes.Clone(m.Params))
}
