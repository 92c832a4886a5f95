package letscode

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"
)

// SessionOptions are how a session is set up. What is absent is as letscode's own options say.
type SessionOptions struct {
	// Permissions is a choice you have to make: Allow, ReadOnly, or Ask.
	Permissions Permissions
	// Tools are functions of the program that the model may call.
	Tools []Tool
	// Model is as the flag --model takes it.
	Model string
	// Dir is the folder its tools work in, absolute.
	Dir string
	// Settings are all others; the fields above count where both say something.
	Settings SessionSettings
}

func (o SessionOptions) settings() (SessionSettings, error) {
	settings := o.Settings
	if o.Permissions.mode == "" {
		return settings, errNoChoice
	}
	tools, err := specs(o.Tools)
	if err != nil {
		return settings, err
	}
	settings.PermissionMode = &o.Permissions.mode
	settings.HostTools = append(tools, settings.HostTools...)
	if o.Model != "" {
		settings.Model = &o.Model
	}
	if o.Dir != "" {
		settings.Cwd = &o.Dir
	}
	return settings, nil
}

// SendOptions are how a prompt is sent.
type SendOptions struct {
	Images []ImageInput
	// ActivityTimeout is so long nothing may happen, time not counted in which a tool runs or a retry waits: then the run is
	// aborted, and its result is a *SilenceError. 0: no limit.
	ActivityTimeout time.Duration
	// noEvents keeps next to none of them.
	noEvents bool
}

// activityTimeout is that of SendAndWait.
const activityTimeout = 10 * time.Minute

// Session is one conversation. ID names it for ResumeSession, until a Reset; Model is the one it began with, Tools are the names of
// every tool the model has.
type Session struct {
	ID    string
	Model string
	Tools []string

	client  *Client
	options SessionOptions
	*conversation
}

// conversation is what the sessions of one id share: one may be resumed that is open in this client already.
type conversation struct {
	mu       sync.Mutex
	seq      int64
	run      *Run
	watching map[*feed]bool
	over     bool
	err      error
}

// Send begins a run with this prompt, and returns as soon as that is handed to letscode. While one goes on the new one fails as
// busy: use Steer or FollowUp. The end of ctx aborts the run.
func (s *Session) Send(ctx context.Context, text string, options ...SendOptions) *Run {
	var option SendOptions
	if len(options) > 0 {
		option = options[0]
	}
	limit := s.client.options.MaxWaitingBytes
	if option.noEvents {
		limit = 0
	}
	s.mu.Lock()
	run := newRun(ctx, s.feed(s.seq, limit), s.stop, s.client.options.AbortTimeout, option.ActivityTimeout)
	busy := s.run != nil
	if !busy {
		s.run = run
	}
	s.mu.Unlock()
	if busy {
		run.fail(refusal(-32000, "busy", "a run goes on in this session: steer it, or send a follow-up"))
		return run
	}
	send := request("session.send", SessionSendParams{SessionID: s.ID, Text: text, Images: option.Images})
	if _, err := s.client.connection.ask(ctx, send, func(one answer) { s.ranTo(run, one) }); err != nil {
		s.ranTo(run, answer{err: err})
	}
	return run
}

// SendAndWait runs a prompt and waits for the end of the run, ten minutes of silence at most unless the options say otherwise. The
// end of ctx aborts the run, which may take AbortTimeout, and is its error.
func (s *Session) SendAndWait(ctx context.Context, text string, options ...SendOptions) (RunResult, error) {
	option := SendOptions{ActivityTimeout: activityTimeout}
	if len(options) > 0 {
		option = options[0]
	}
	option.noEvents = true
	result, err := s.Send(ctx, text, option).Result(context.Background())
	if ctx.Err() != nil && !errors.Is(err, ctx.Err()) {
		err = errors.Join(ctx.Err(), err)
	}
	return result, err
}

// Steer speaks to the running turn: delivered before the next model call. When nothing runs it waits for the next prompt.
func (s *Session) Steer(ctx context.Context, text string, images ...ImageInput) error {
	return s.client.Methods.SessionSteer(ctx, SessionSendParams{SessionID: s.ID, Text: text, Images: images})
}

// FollowUp waits until the run would end, then goes on with this. When nothing runs it waits behind the next prompt.
func (s *Session) FollowUp(ctx context.Context, text string, images ...ImageInput) error {
	return s.client.Methods.SessionFollowUp(ctx, SessionSendParams{SessionID: s.ID, Text: text, Images: images})
}

// Abort stops whatever runs, whoever began it; it returns what waits in the queues when letscode has heard it.
func (s *Session) Abort(ctx context.Context, clearQueue bool) (QueueLengths, error) {
	params := SessionAbortParams{SessionID: s.ID}
	if clearQueue {
		params.ClearQueue = &clearQueue
	}
	ctx, cancel := context.WithTimeout(ctx, s.client.options.AbortTimeout)
	defer cancel()
	result, err := s.client.Methods.SessionAbort(ctx, params)
	return result.Queued, err
}

func (s *Session) stop(ctx context.Context) error {
	_, err := s.Abort(ctx, false)
	return err
}

// Reset forgets the conversation; only when nothing runs. It returns the id under which the new one is kept, "" when it is not.
func (s *Session) Reset(ctx context.Context) (string, error) {
	result, err := s.client.Methods.SessionReset(ctx, SessionParams{SessionID: s.ID})
	return deref(result.SavedAs), err
}

// Compact summarises the older part of the conversation for the model; nil when there was nothing to summarise.
func (s *Session) Compact(ctx context.Context, instructions string) (*CompactionReport, error) {
	params := SessionCompactParams{SessionID: s.ID}
	if instructions != "" {
		params.Instructions = &instructions
	}
	result, err := s.client.Methods.SessionCompact(ctx, params)
	return result.Compaction, err
}

// SetModel changes the model, from the next model call on.
func (s *Session) SetModel(ctx context.Context, model string) error {
	return s.client.Methods.SessionSetModel(ctx, SessionSetModelParams{SessionID: s.ID, Model: model})
}

// SetThinking changes how much the model thinks, from the next model call on.
func (s *Session) SetThinking(ctx context.Context, level ThinkingLevel) error {
	return s.client.Methods.SessionSetThinking(ctx, SessionSetThinkingParams{SessionID: s.ID, Level: level})
}

// Messages is the transcript, oldest first; after the message of an id, or all of it with "".
func (s *Session) Messages(ctx context.Context, after string) ([]Message, error) {
	return wholeTranscript(after, func(after *string) ([]Message, bool, error) {
		page, err := s.client.Methods.SessionMessages(ctx, SessionMessagesParams{SessionID: s.ID, After: after})
		return page.Messages, page.Truncated != nil && *page.Truncated, err
	})
}

// Close ends the session in letscode, as an abort does a run. It stays on disk and can be resumed. A second Close does nothing.
func (s *Session) Close(ctx context.Context) error {
	s.mu.Lock()
	over, err := s.over, s.err
	s.mu.Unlock()
	if over && err == nil {
		return nil
	}
	err = s.client.Methods.SessionClose(ctx, SessionParams{SessionID: s.ID})
	s.client.forget(s.ID)
	s.ended(nil)
	return err
}

func (s *Session) isRunning() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.run != nil
}

// ranTo takes the answer to a send: events behind it belong to other runs.
func (s *Session) ranTo(run *Run, one answer) {
	s.mu.Lock()
	s.run = nil
	seq := s.seq
	s.mu.Unlock()
	var said SessionSendResult
	if one.err == nil {
		one.err = json.Unmarshal(one.json, &said)
	}
	if one.err != nil {
		run.fail(one.err)
		return
	}
	finish := func() {
		run.end(seq, func(result *RunResult) {
			result.MessageID, result.LastMessageID = deref(said.MessageID), deref(said.LastMessageID)
			result.StopReason, result.Error, result.Output = said.StopReason, deref(said.Error), deref(said.Output)
		})
	}
	if !run.hasMissed() || said.MessageID == nil {
		finish()
		return
	}
	go func() {
		messages, err := s.Messages(context.Background(), *said.MessageID)
		if err != nil {
			run.fail(err)
			return
		}
		run.restore(messages)
		finish()
	}()
}

// wholeTranscript is a transcript from its pages.
func wholeTranscript(after string, page func(after *string) ([]Message, bool, error)) ([]Message, error) {
	var found []Message
	for {
		var from *string
		if after != "" {
			from = &after
		}
		messages, truncated, err := page(from)
		if err != nil {
			return nil, err
		}
		found = append(found, messages...)
		if !truncated || len(messages) == 0 {
			return found, nil
		}
		after = IDOf(messages[len(messages)-1])
	}
}
