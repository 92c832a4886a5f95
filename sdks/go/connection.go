package letscode

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"sync"
)

// connection is one end of JSON-RPC 2.0: calls both ways, notifications, cancelling.
type connection struct {
	*pipe
	heed func(method string, params json.RawMessage)
	// handle answers a request; never with nil and no error.
	handle  func(ctx context.Context, method string, params json.RawMessage) (any, error)
	report  func(line string)
	cancels sync.Map // of the requests of the other side, by the JSON of their ids
}

// message is anything that goes over a connection.
type message struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  any             `json:"params,omitempty"`
	Result  any             `json:"result,omitempty"`
	Error   *RPCError       `json:"error,omitempty"`
}

func newConnection(t transport, onEnd func(error)) *connection {
	c := &connection{pipe: newPipe(t, frame, onEnd)}
	c.abandon = func(id int64) {
		go c.send(context.Background(), message{JSONRPC: "2.0", Method: "$/cancelRequest", Params: map[string]int64{"id": id}})
	}
	return c
}

func request(method string, params any) func(id int64) any {
	return func(id int64) any {
		return message{JSONRPC: "2.0", ID: json.RawMessage(fmt.Sprint(id)), Method: method, Params: params}
	}
}

// read heeds what comes until nothing more does.
func (c *connection) read() {
	life, over := context.WithCancel(context.Background())
	defer over()
	for reader := bufio.NewReaderSize(c.transport, 64<<10); ; {
		body, err := readFrame(reader)
		if err != nil {
			c.close(c.transport.explain(err))
			return
		}
		m, params, result, err := parse(body)
		if err != nil {
			c.report(fmt.Sprintf("a message that cannot be read was dropped: %v: %.100q", err, body))
			continue
		}
		c.heard(life, m, params, result)
	}
}

func (c *connection) heard(life context.Context, m message, params, result json.RawMessage) {
	switch {
	case m.Method == "":
		var id int64
		_ = json.Unmarshal(m.ID, &id)
		if then := c.take(id); then == nil {
			c.report(fmt.Sprintf("an answer to a call that nobody waits for was dropped: %s", m.ID))
		} else if m.Error != nil {
			then(answer{err: m.Error})
		} else {
			then(answer{json: result})
		}
	case m.ID != nil:
		ctx, cancel := context.WithCancel(life)
		c.cancels.Store(string(m.ID), cancel)
		go c.answer(ctx, cancel, m, params)
	case m.Method == "$/cancelRequest":
		var cancelled message
		_ = json.Unmarshal(params, &cancelled)
		if cancel, ok := c.cancels.Load(string(cancelled.ID)); ok {
			cancel.(context.CancelFunc)()
		}
	default:
		c.heed(m.Method, params)
	}
}

// answer runs a handler beside the others; what comes of a call that was cancelled is dropped.
func (c *connection) answer(ctx context.Context, cancel func(), m message, params json.RawMessage) {
	defer cancel()
	defer c.cancels.Delete(string(m.ID))
	result, err := c.handle(ctx, m.Method, params)
	if ctx.Err() != nil {
		err = refusal(codeCancelled, "cancelled", "cancelled")
	}
	if err == nil {
		err = c.send(context.Background(), message{JSONRPC: "2.0", ID: m.ID, Result: result})
	}
	if err != nil {
		_ = c.send(context.Background(), message{JSONRPC: "2.0", ID: m.ID, Error: asRPCError(err)})
	}
}
