package letscode

import (
	"context"
	"encoding/json"
	"io"
	"sync"
)

// GapEvent stands where events were left out because nobody took them for long, and letscode does not hold them any more.
type GapEvent struct {
	// Messages are the conversation as it was then, or the newest of it.
	Messages []Message
	// Running: a run went on then. When not, the end of the last one may be among what is missing.
	Running bool
}

func (GapEvent) isEvent() {}

// SessionEvent is an event with its number in the session.
type SessionEvent struct {
	Seq   int64
	Event Event
}

// item is an event that waits, undecoded.
type item struct {
	seq  int64
	data json.RawMessage
	gap  *EventsGap
}

// baseSize is what an event costs beside its bytes.
const baseSize = 200

// feed is events on their way to one reader, who may be slow or never come. Nothing waits for the reader, since what they wait
// for may come through the same pipe: a feed holds a bounded amount, leaves out what comes after, and when the reader is
// there again gets from letscode what was left out.
type feed struct {
	max   int
	fetch func(ctx context.Context, after int64) (SessionEventsResult, error)

	mu      sync.Mutex
	waiting []item
	size    int
	last    int64 // the number of the last event that was put in
	newest  int64
	behind  bool // what comes is left out, until what was left out is fetched
	end     int64
	ended   bool
	err     error
	news    chan struct{}
}

func newFeed(after int64, max int, fetch func(context.Context, int64) (SessionEventsResult, error)) *feed {
	return &feed{max: max, fetch: fetch, last: after, news: make(chan struct{})}
}

func (f *feed) push(seq int64, data json.RawMessage) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.newest = max(f.newest, seq)
	if f.behind || seq <= f.last {
		return
	}
	if f.size > 0 && f.size+len(data) > f.max {
		f.behind = true
		return
	}
	f.put(item{seq: seq, data: data})
}

// leaveOut says that events are missing here: they are fetched before what comes after.
func (f *feed) leaveOut() { f.change(func() { f.behind = true }) }

// finish says that nothing comes after the event of this number.
func (f *feed) finish(last int64) {
	f.change(func() { f.end, f.ended, f.newest = last, true, min(f.newest, last) })
}

// fail says that nothing more comes, for this reason. What is there can be read.
func (f *feed) fail(err error) {
	f.change(func() {
		if f.err == nil {
			f.err = err
		}
	})
}

func (f *feed) change(what func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	what()
	f.wake()
}

func (f *feed) wake() {
	close(f.news)
	f.news = make(chan struct{})
}

func (f *feed) put(one item) {
	f.last = max(f.last, one.seq)
	f.size += len(one.data) + baseSize
	f.waiting = append(f.waiting, one)
	f.wake()
}

// next is the next event; io.EOF after the last one.
func (f *feed) next(ctx context.Context) (SessionEvent, error) {
	for {
		f.mu.Lock()
		if len(f.waiting) > 0 {
			one := f.waiting[0]
			f.waiting[0] = item{}
			f.waiting = f.waiting[1:]
			f.size -= len(one.data) + baseSize
			f.mu.Unlock()
			if one.data == nil {
				return SessionEvent{one.seq, GapEvent{one.gap.Messages, one.gap.Running}}, nil
			}
			return SessionEvent{one.seq, decodeEvent(one.data)}, nil
		}
		over := f.ended && (f.last >= f.end || !f.behind)
		err, behind, news := f.err, f.behind, f.news
		f.mu.Unlock()
		switch {
		case over && err == nil, over && f.last >= f.end:
			return SessionEvent{}, io.EOF
		case err != nil:
			return SessionEvent{}, err
		case behind:
			if err := f.catchUp(ctx); err != nil {
				return SessionEvent{}, err
			}
			continue
		}
		select {
		case <-news:
		case <-ctx.Done():
			return SessionEvent{}, ctx.Err()
		}
	}
}

func (f *feed) catchUp(ctx context.Context) error {
	f.mu.Lock()
	before := f.last
	f.mu.Unlock()
	found, err := f.fetch(ctx, before)
	if err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if found.Gap != nil {
		f.put(item{seq: found.Gap.Seq, gap: found.Gap})
	}
	for _, one := range found.Events {
		if one.Seq > f.last && (!f.ended || one.Seq <= f.end) {
			f.put(item{seq: one.Seq, data: RawJSON(one.Event)})
		}
	}
	f.behind = f.last > before && f.last < f.newest
	return nil
}
