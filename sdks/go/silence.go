package letscode

import (
	"sync"
	"time"
)

// silence calls onSilence once, when so long nothing is heard. Time in which a tool runs or a retry waits is not counted.
type silence struct {
	mu        sync.Mutex
	limit     time.Duration
	onSilence func()
	tools     int
	deadline  time.Time
	timer     *time.Timer
	stopped   bool
}

func watchSilence(limit time.Duration, onSilence func()) *silence {
	s := &silence{limit: limit, onSilence: onSilence, deadline: time.Now().Add(limit)}
	s.timer = time.AfterFunc(limit, s.look)
	return s
}

func (s *silence) hear(event heard) {
	s.mu.Lock()
	defer s.mu.Unlock()
	pause := time.Duration(0)
	switch event.Type {
	case "tool_execution_start":
		s.tools++
	case "tool_execution_end":
		s.tools = max(0, s.tools-1)
	case "retry":
		pause = time.Duration(event.DelaySeconds * float64(time.Second))
	}
	s.deadline = time.Now().Add(s.limit + pause)
}

func (s *silence) stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stopped = true
	s.timer.Stop()
}

func (s *silence) look() {
	s.mu.Lock()
	left := time.Until(s.deadline)
	if s.tools > 0 {
		left = s.limit
	}
	over := left <= 0 && !s.stopped
	if left > 0 && !s.stopped {
		s.timer.Reset(left)
	}
	s.mu.Unlock()
	if over {
		s.onSilence()
	}
}
