package letscode

import (
	"context"
	"encoding/json"
	"io"
)

// Watch is every event of the session, of runs that others began too, from now on; with after not below 0, those behind the event
// of that number first: `for one, err := range session.Watch(ctx, -1)`. It ends without an error when ctx ends, or the session
// is closed here, and with the reason when nothing more can come. Begin the loop, since what comes waits for it, up to
// MaxWaitingBytes.
func (s *Session) Watch(ctx context.Context, after int64) func(yield func(SessionEvent, error) bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	feed := s.feed(after, s.client.options.MaxWaitingBytes)
	feed.behind = after >= 0
	if after < 0 {
		feed.last = s.seq
	}
	s.watching[feed] = true
	if s.over {
		s.finish(feed)
	}
	context.AfterFunc(ctx, func() { s.unwatch(feed) })
	return func(yield func(SessionEvent, error) bool) {
		defer s.unwatch(feed)
		for {
			event, err := feed.next(ctx)
			if err != nil && err != io.EOF && ctx.Err() == nil {
				yield(event, err)
			}
			if err != nil || !yield(event, nil) {
				return
			}
		}
	}
}

func (s *Session) unwatch(feed *feed) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.watching, feed)
}

func (s *Session) feed(after int64, limit int) *feed {
	return newFeed(after, limit, func(ctx context.Context, after int64) (SessionEventsResult, error) {
		return s.client.Methods.SessionEvents(ctx, SessionEventsParams{SessionID: s.ID, After: after})
	})
}

// receive takes an event that came.
func (s *Session) receive(seq int64, event json.RawMessage) {
	s.mu.Lock()
	s.seq = max(s.seq, seq)
	run, feeds := s.run, s.feeds()
	s.mu.Unlock()
	if run != nil {
		run.receive(seq, event)
	}
	for _, one := range feeds {
		one.push(seq, event)
	}
}

func (s *Session) leaveOut() {
	s.mu.Lock()
	run, feeds := s.run, s.feeds()
	s.mu.Unlock()
	if run != nil {
		run.leaveOut()
	}
	for _, one := range feeds {
		one.leaveOut()
	}
}

// ended says that nothing more comes: the session was closed here, or err says why.
func (s *Session) ended(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.over {
		return
	}
	s.over, s.err = true, err
	for _, one := range s.feeds() {
		s.finish(one)
	}
}

func (s *Session) finish(one *feed) {
	if s.err != nil {
		one.fail(s.err)
	} else {
		one.finish(s.seq)
	}
}

func (s *Session) feeds() []*feed {
	var feeds []*feed
	for one := range s.watching {
		feeds = append(feeds, one)
	}
	return feeds
}
