package letscode

import (
	"context"
	"encoding/json"
)

// Watch calls see for every event of the session, of runs that others began too, from now on; with after not below 0, for those
// behind the event of that number first. It returns when see says false, when ctx ends, and with nil when the session is
// closed here; otherwise with the reason why nothing more comes.
func (s *Session) Watch(ctx context.Context, after int64, see func(NumberedClientEvent) bool) error {
	s.mu.Lock()
	feed := s.feed(max(after, -1), s.client.options.MaxWaitingBytes)
	if after < 0 {
		feed.last = s.seq
	} else {
		feed.behind = true
	}
	if s.over {
		s.finish(feed)
	}
	s.watching[feed] = true
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		delete(s.watching, feed)
		s.mu.Unlock()
	}()
	for {
		event, err := feed.next(ctx)
		if err != nil {
			return ended(err)
		}
		if !see(event) {
			return nil
		}
	}
}

func (s *Session) feed(after int64, limit int) *feed {
	return newFeed(after, limit, func(ctx context.Context, after int64) (EventsFoundOrGap, error) {
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
