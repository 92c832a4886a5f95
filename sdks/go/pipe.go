package letscode

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"sync/atomic"
)

// answer is the one to a request, or why there is none.
type answer struct {
	json json.RawMessage
	err  error
}

// asIs leaves an answer to the one who called.
func asIs(one answer) answer { return one }

// pipe is what is written to letscode, one whole message after the other, and the answers that are waited for.
type pipe struct {
	transport transport
	framed    func(body []byte) []byte
	abandon   func(id int64) // nobody waits for this answer any more
	onEnd     func(error)
	closing   atomic.Bool // the end is wanted: it is ErrClosed, however it comes

	lastID  atomic.Int64
	waiting sync.Map // by the id: func(answer)
	out     chan []byte
	ending  sync.Once
	done    chan struct{} // closed when nothing more comes; over says why
	over    error
}

func newPipe(t transport, framed func([]byte) []byte, onEnd func(error)) *pipe {
	p := &pipe{transport: t, framed: framed, abandon: func(int64) {}, onEnd: onEnd, out: make(chan []byte), done: make(chan struct{})}
	go p.write()
	return p
}

// ask writes a request with an id of its own. then is called once, before anything is heeded that comes behind the answer;
// not at all when ask fails.
func (p *pipe) ask(ctx context.Context, request func(id int64) any, then func(answer)) (id int64, err error) {
	id = p.lastID.Add(1)
	p.waiting.Store(id, then)
	if err = p.send(ctx, request(id)); err != nil && p.take(id) == nil {
		err = nil // then was called, with the same
	}
	return id, err
}

// call asks and waits for what then makes of the answer. A context that ends ends the waiting, and the work on the other side.
func (p *pipe) call(ctx context.Context, request func(id int64) any, then func(answer) answer) (json.RawMessage, error) {
	answers := make(chan answer, 1)
	id, err := p.ask(ctx, request, func(one answer) { answers <- then(one) })
	if err != nil {
		return nil, err
	}
	select {
	case one := <-answers:
		return one.json, one.err
	case <-ctx.Done():
		p.take(id)
		p.abandon(id)
		return nil, ctx.Err()
	}
}

// send hands a message to the writer, behind those that wait. A context that ends before means that it is not written.
func (p *pipe) send(ctx context.Context, message any) error {
	body, err := encode(message)
	if err != nil {
		return err
	}
	if len(body) > maxBytes {
		return fmt.Errorf("a message of %d bytes is too long: %d are possible", len(body), maxBytes)
	}
	select {
	case <-p.done: // asked first: what is written behind the end would never be answered
		return p.over
	default:
	}
	select {
	case p.out <- p.framed(body):
		return nil
	case <-p.done:
		return p.over
	case <-ctx.Done():
		return ctx.Err()
	}
}

// write writes what is handed over, each in one write.
func (p *pipe) write() {
	for {
		select {
		case data := <-p.out:
			if _, err := p.transport.Write(data); err != nil {
				p.close(p.transport.explain(err))
			}
		case <-p.done:
			return
		}
	}
}

// take is who waits for an answer; nil when nobody does.
func (p *pipe) take(id int64) func(answer) {
	then, _ := p.waiting.LoadAndDelete(id)
	found, _ := then.(func(answer))
	return found
}

// close gives this error to everybody who waits, and to whoever asks later.
func (p *pipe) close(err error) {
	p.ending.Do(func() {
		if p.closing.Load() {
			err = ErrClosed
		}
		p.over = err
		close(p.done)
		p.waiting.Range(func(id, _ any) bool {
			if then := p.take(id.(int64)); then != nil {
				then(answer{err: err})
			}
			return true
		})
		p.onEnd(err)
	})
}
