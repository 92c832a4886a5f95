package letscode

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"
)

// RPCOptions are how an RPCClient starts letscode. Permissions is a choice you have to make; nothing else is required.
type RPCOptions struct {
	ProcessOptions
	// Permissions is Allow, ReadOnly, or Ask.
	Permissions Permissions
	// Tools are functions of the program that the model may call.
	Tools []Tool
	// FullUpdates: every message_update carries the whole partial message.
	FullUpdates bool
	// Report is told in one line what is worth knowing, and of functions of the program that fail. It must come back at once.
	Report func(line string)
	// StartTimeout is how long letscode may take to start and shake hands. 0: 30 s.
	StartTimeout time.Duration
	// AbortTimeout is how long a run may be silent after its abort before it is given up. 0: 10 s.
	AbortTimeout time.Duration
	// CloseTimeout is how long letscode may take to end by itself at Close. 0: 5 s.
	CloseTimeout time.Duration
	// MaxWaitingBytes is about how much waits for a loop that is slow; in the place of what is more there is a GapEvent. 0: 4 MiB.
	MaxWaitingBytes int
}

// RPCClient is one letscode with one conversation, by `--mode rpc`: less to start, and the same runs, tools and permissions. All
// its methods may be called from many goroutines.
type RPCClient struct {
	// Ready is what letscode said of itself.
	Ready ReadyMessage
	// Features are what was asked for and granted.
	Features Features

	options RPCOptions
	pipe    *pipe
	ready   chan ReadyMessage
	answers rpcAnswers

	mu  sync.Mutex
	seq int64
	run *Run
}

// StartRPC starts letscode and shakes hands. The end of ctx ends the start, not the client.
func StartRPC(ctx context.Context, options RPCOptions) (*RPCClient, error) {
	options.StartTimeout = either(options.StartTimeout, 30*time.Second)
	options.AbortTimeout = either(options.AbortTimeout, 10*time.Second)
	options.CloseTimeout = either(options.CloseTimeout, 5*time.Second)
	options.MaxWaitingBytes = either(options.MaxWaitingBytes, 4<<20)
	if options.Report == nil {
		options.Report = func(string) {}
	}
	var flags []string
	switch options.Permissions.mode {
	case "":
		return nil, errNoChoice
	case PermissionModeAllow, PermissionModeReadOnly:
		flags = []string{"--permission-mode", string(options.Permissions.mode)}
	}
	process, err := options.start("rpc", flags...)
	if err != nil {
		return nil, err
	}
	c := &RPCClient{options: options, ready: make(chan ReadyMessage, 1)}
	c.pipe = newPipe(process, line, func(error) { c.answers.close() })
	go readLines(c.pipe, c.heed, options.Report)
	start, cancel := context.WithTimeout(ctx, options.StartTimeout)
	defer cancel()
	if err = c.shakeHands(start); err == nil {
		return c, nil
	}
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		err = process.explain(slowStart(options.StartTimeout))
	}
	c.pipe.closing.Store(true)
	process.end(0)
	return nil, err
}

func (c *RPCClient) shakeHands(ctx context.Context) error {
	select {
	case c.Ready = <-c.ready:
	case <-c.pipe.done:
		return c.pipe.over
	case <-ctx.Done():
		return ctx.Err()
	}
	tools, err := specs(c.options.Tools)
	if err != nil {
		return err
	}
	hello := HelloCommand{Protocol: RPCProtocol, Tools: tools}
	if c.options.Permissions.decide != nil {
		hello.Permissions = Ptr(true)
	}
	if c.options.FullUpdates {
		hello.MessageUpdates = Ptr("full")
	}
	said, err := done(ctx, c.pipe, hello)
	if said.Features != nil {
		c.Features = *said.Features
	}
	return err
}

// Prompt begins a run with this prompt, as Send of a Session does.
func (c *RPCClient) Prompt(ctx context.Context, text string, options ...SendOptions) *Run {
	var option SendOptions
	if len(options) > 0 {
		option = options[0]
	}
	c.mu.Lock()
	run := newRun(ctx, newFeed(c.seq, c.options.MaxWaitingBytes, c.gap), c.stop, c.options.AbortTimeout, option.ActivityTimeout)
	busy := c.run != nil
	if !busy {
		c.run = run
	}
	c.mu.Unlock()
	if busy {
		run.fail(&CommandError{Code: "busy", Message: "a run goes on: steer it, or send a follow-up", Recoverable: true})
		return run
	}
	prompt := command(PromptCommand{Text: text, Images: option.Images})
	if _, err := c.pipe.ask(ctx, prompt, func(one answer) { c.ranTo(run, one) }); err != nil {
		c.ranTo(run, answer{err: err})
	}
	return run
}

// Steer speaks to the running turn: delivered before the next model call.
func (c *RPCClient) Steer(ctx context.Context, text string, images ...ImageInput) error {
	_, err := done(ctx, c.pipe, SteerCommand{Text: text, Images: images})
	return err
}

// FollowUp waits until the run would end, then goes on with this.
func (c *RPCClient) FollowUp(ctx context.Context, text string, images ...ImageInput) error {
	_, err := done(ctx, c.pipe, FollowUpCommand{Text: text, Images: images})
	return err
}

// Abort stops the run; it returns what waits in its queues when letscode has heard it.
func (c *RPCClient) Abort(ctx context.Context, clearQueue bool) (QueueLengths, error) {
	said, err := done(ctx, c.pipe, AbortCommand{ClearQueue: &clearQueue})
	if said.Queued == nil {
		return QueueLengths{}, err
	}
	return *said.Queued, err
}

// Reset forgets the conversation; only when nothing runs.
func (c *RPCClient) Reset(ctx context.Context) error {
	_, err := done(ctx, c.pipe, ResetCommand{})
	return err
}

// State is what is known of the conversation now.
func (c *RPCClient) State(ctx context.Context) (StateReport, error) {
	said, err := done(ctx, c.pipe, GetStateCommand{})
	if said.State == nil {
		return StateReport{}, err
	}
	return *said.State, err
}

// Messages is the transcript, oldest first; after the message of an id, or all of it with "".
func (c *RPCClient) Messages(ctx context.Context, after string) ([]Message, error) {
	return wholeTranscript(after, func(after *string) ([]Message, bool, error) {
		said, err := done(ctx, c.pipe, GetMessagesCommand{After: after})
		return said.Messages, said.Truncated != nil && *said.Truncated, err
	})
}

// SetModel changes the model, from the next model call on.
func (c *RPCClient) SetModel(ctx context.Context, model string) error {
	_, err := done(ctx, c.pipe, SetModelCommand{Model: model})
	return err
}

// SetThinking changes how much the model thinks, from the next model call on.
func (c *RPCClient) SetThinking(ctx context.Context, level ThinkingLevel) error {
	_, err := done(ctx, c.pipe, SetThinkingCommand{Level: level})
	return err
}

// Compact summarises the older part of the conversation for the model; nil when there was nothing to summarise.
func (c *RPCClient) Compact(ctx context.Context, instructions string) (*CompactionReport, error) {
	order := CompactCommand{}
	if instructions != "" {
		order.Instructions = &instructions
	}
	said, err := done(ctx, c.pipe, order)
	return said.Compaction, err
}

// Bye ends letscode after the run that goes on and what waits behind it, and returns when it has ended.
func (c *RPCClient) Bye(ctx context.Context) error {
	_, err := done(ctx, c.pipe, ByeCommand{})
	if ctx.Err() == nil {
		c.Close()
	}
	return err
}

// Close ends letscode: its run is aborted, and it has CloseTimeout to go before SIGTERM, and two seconds more before SIGKILL end it,
// with its process group. No command works after this: it is ErrClosed.
func (c *RPCClient) Close() {
	end := time.Now().Add(c.options.CloseTimeout)
	c.mu.Lock()
	run := c.run
	c.mu.Unlock()
	if run != nil && !c.pipe.closing.Load() {
		ctx, cancel := context.WithDeadline(context.Background(), end)
		defer cancel()
		_, _ = c.Abort(ctx, true)
	}
	c.pipe.closing.Store(true)
	c.pipe.transport.end(time.Until(end))
	c.pipe.close(ErrClosed)
}

func (c *RPCClient) stop(ctx context.Context) error {
	_, err := c.Abort(ctx, false)
	return err
}

// gap is what stands for events that were left out: letscode does not hold them in this mode.
func (c *RPCClient) gap(ctx context.Context, _ int64) (SessionEventsResult, error) {
	messages, err := c.Messages(ctx, "")
	c.mu.Lock()
	defer c.mu.Unlock()
	return SessionEventsResult{Gap: &EventsGap{Messages: messages, Seq: c.seq, Running: c.run != nil}}, err
}

// ranTo takes what a prompt came to: events behind it belong to other runs.
func (c *RPCClient) ranTo(run *Run, one answer) {
	c.mu.Lock()
	c.run = nil
	seq := c.seq
	c.mu.Unlock()
	var said DoneMessage
	if one.err == nil {
		one.err = json.Unmarshal(one.json, &said)
	}
	if one.err != nil {
		run.fail(one.err)
		return
	}
	run.end(seq, func(result *RunResult) {
		if !run.begun {
			result.StopReason, result.Output = "command", deref(said.Output)
		}
		if said.Error != nil {
			result.Error = *said.Error
		}
	})
}

// heed takes what is no answer to a command.
func (c *RPCClient) heed(kind string, line json.RawMessage) {
	switch kind {
	case "ready":
		var ready ReadyMessage
		if json.Unmarshal(line, &ready) == nil {
			select {
			case c.ready <- ready:
			default:
			}
		}
	case "permission_request", "tool_call_request":
		c.asked(kind, line)
	case "ack", "bye":
	default:
		c.answers.hear(kind, line)
		c.mu.Lock()
		c.seq++
		seq, run := c.seq, c.run
		c.mu.Unlock()
		if run != nil {
			run.receive(seq, line)
		}
	}
}
