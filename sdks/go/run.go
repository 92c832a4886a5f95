package letscode

import (
	"context"
	"encoding/json"
	"sync"
	"time"
)

// RunResult is how a run ended. A run that failed or was aborted has a result too.
type RunResult struct {
	// Text is the text of the last answer.
	Text string
	// StopReason is as in AgentEnd; "command": a slash command answered by itself, and there was no run.
	StopReason StopReason
	// Error is why the run failed; "" when it did not.
	Error string
	// MessageID is the user's message; "" when a slash command answered by itself.
	MessageID string
	// LastMessageID is the last message of the run; "" when there was none.
	LastMessageID string
	// Usage is of all model calls of the run; its cost what is known of it, nil when nothing is.
	Usage Usage
	// Output is what a slash command said that answers by itself.
	Output string
}

// Run is a run that was begun: a loop over its events, and what it comes to. Use both, or one, or none; whoever is slow, or
// leaves the loop early, holds up nothing, and a later loop goes on with the next event. To stop the run takes Abort, or the end
// of the context it was begun with.
type Run struct {
	feed         *feed
	stop         func(context.Context) error
	abortTimeout time.Duration
	event        Event
	text         answerText
	pieces       []string // what event adds to the text
	done         chan struct{}

	mu       sync.Mutex
	closed   bool
	unwatch  func() bool
	result   RunResult
	err      error
	begun    bool
	missed   bool
	stopping bool
	cause    error
	gaveUp   error // it did not end after its abort
	silences []*silence
}

// heard is what a run looks at in every event.
type heard struct {
	Type         string
	DelaySeconds float64         `json:"delay_seconds"`
	StopReason   StopReason      `json:"stop_reason"`
	Error        *string         `json:"error"`
	Message      json.RawMessage `json:"-"`
}

func hear(data json.RawMessage) heard {
	event := heard{Type: tagOf(data, "type")}
	switch event.Type {
	case "message_end":
		event.Message = fieldOf(data, "message")
	case "agent_end", "retry":
		_ = json.Unmarshal(data, &event)
	}
	return event
}

func newRun(ctx context.Context, feed *feed, stop func(context.Context) error, abortTimeout, activity time.Duration) *Run {
	r := &Run{feed: feed, stop: stop, abortTimeout: abortTimeout, done: make(chan struct{})}
	r.result.StopReason, r.text.bounds = "end_turn", r.bounds
	if activity > 0 {
		r.silences = append(r.silences, watchSilence(activity, func() {
			r.mu.Lock()
			r.cause = silent("nothing happened for %v; the run was aborted", activity)
			r.mu.Unlock()
			_ = r.Abort(context.Background())
		}))
	}
	r.unwatch = context.AfterFunc(ctx, func() { _ = r.Abort(context.Background()) })
	return r
}

// Next waits for the next event, which Event returns then; false after the last one. One goroutine at a time may use it. It is
// Events for Go before 1.23.
func (r *Run) Next() bool {
	one, err := r.feed.next(context.Background())
	r.event, r.pieces = one.Event, r.text.take(one.Event)
	return err == nil
}

// Event is the event that Next came to; Unknown where this version does not know it, GapEvent in the place of others.
func (r *Run) Event() Event { return r.event }

// Events are the events of the run: `for event := range run.Events()`, in one goroutine at a time. Result tells why there are no more.
func (r *Run) Events() func(yield func(Event) bool) {
	return func(yield func(Event) bool) {
		for r.Next() && yield(r.Event()) {
		}
	}
}

// Text is the text of the answers as it comes, an empty line between two of them: `for text := range run.Text()`. None of it is
// missing, however slow the loop is. It takes the events out of the loop.
func (r *Run) Text() func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for more := true; more; more = r.Next() {
			for len(r.pieces) > 0 {
				piece := r.pieces[0]
				r.pieces = r.pieces[1:]
				if !yield(piece) {
					return
				}
			}
		}
	}
}

// Result waits for the end of the run. It fails when nothing was run, when letscode is gone, and with a *SilenceError; the end
// of ctx ends the waiting, not the run.
func (r *Run) Result(ctx context.Context) (RunResult, error) {
	select {
	case <-r.done:
		if r.err != nil {
			return RunResult{}, r.err
		}
		return r.result, nil
	case <-ctx.Done():
		return RunResult{}, ctx.Err()
	}
}

// Abort stops the run and waits for its end. It fails with a *SilenceError when the run does not end.
func (r *Run) Abort(ctx context.Context) error {
	r.mu.Lock()
	if !r.closed && !r.stopping {
		r.stopping = true
		r.silences = append(r.silences, watchSilence(r.abortTimeout, r.giveUp))
		go func() { _ = r.stop(context.Background()) }()
	}
	r.mu.Unlock()
	select {
	case <-r.done:
		return r.gaveUp
	case <-ctx.Done():
		return ctx.Err()
	}
}

// receive takes the next event of the session. Those before the run began are not its own.
func (r *Run) receive(seq int64, data json.RawMessage) {
	event := hear(data)
	r.mu.Lock()
	r.begun = r.begun || event.Type == "agent_start"
	begun, silences := r.begun, r.silences
	if begun {
		r.add(event)
	}
	r.mu.Unlock()
	if !begun {
		return
	}
	for _, one := range silences {
		one.hear(event)
	}
	r.feed.push(seq, data)
}

func (r *Run) leaveOut() {
	r.mu.Lock()
	r.begun, r.missed = true, true
	r.mu.Unlock()
	r.feed.leaveOut()
}

func (r *Run) hasMissed() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.missed
}

// restore takes the messages of the run, when events were missed.
func (r *Run) restore(messages []Message) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.result.Text, r.result.Usage = "", Usage{}
	for _, message := range messages {
		r.add(heard{Type: "message_end", Message: RawJSON(message)})
	}
}

// end says that it has ended, with the event of this number; say adds what letscode said of it.
func (r *Run) end(lastSeq int64, say func(*RunResult)) {
	r.mu.Lock()
	cause := r.cause
	if cause == nil {
		say(&r.result)
	}
	r.mu.Unlock()
	if cause != nil {
		r.fail(cause)
		return
	}
	r.feed.finish(lastSeq)
	r.close(nil)
}

// fail says that nothing more will be heard of it, or nothing was run.
func (r *Run) fail(err error) {
	r.feed.fail(err)
	r.close(err)
}

// bounds are the ids of its first and its last message; the last one is known when it is over.
func (r *Run) bounds() (first, last string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		last = r.result.LastMessageID
	}
	return r.result.MessageID, last
}

func (r *Run) close(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return
	}
	r.closed, r.err = true, err
	if r.unwatch != nil {
		r.unwatch()
	}
	for _, one := range r.silences {
		one.stop()
	}
	close(r.done)
}

func (r *Run) giveUp() {
	r.mu.Lock()
	err := r.cause
	r.mu.Unlock()
	if err == nil {
		err = silent("the run did not end: silent for %v since its abort", r.abortTimeout)
	}
	r.mu.Lock()
	if !r.closed {
		r.gaveUp = err
	}
	r.mu.Unlock()
	r.fail(err)
}

func (r *Run) add(event heard) {
	if event.Type == "agent_end" {
		r.result.StopReason, r.result.Error = event.StopReason, deref(event.Error)
	}
	if event.Type != "message_end" {
		return
	}
	id := tagOf(event.Message, "id")
	r.result.LastMessageID = id
	switch tagOf(event.Message, "role") {
	case "user":
		r.result.MessageID = either(r.result.MessageID, id)
	case "assistant":
		message, _ := decodeMessage(event.Message).(AssistantMessage)
		r.result.Text = textIn(message)
		addUsage(&r.result.Usage, message.Usage)
	}
}

func addUsage(total *Usage, used Usage) {
	total.InputTokens += used.InputTokens
	total.OutputTokens += used.OutputTokens
	total.CacheReadTokens += used.CacheReadTokens
	total.CacheWriteTokens += used.CacheWriteTokens
	total.ReasoningTokens += used.ReasoningTokens
	if used.CostUSD != nil {
		total.CostUSD = Ptr(deref(total.CostUSD) + *used.CostUSD)
	}
}

// deref is what it points to; the zero value when that is nothing.
func deref[T any](value *T) (found T) {
	if value != nil {
		found = *value
	}
	return found
}
