package letscode

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
)

// rpcAnswers are the questions of letscode that are open, by the call that each is about.
type rpcAnswers struct {
	mu   sync.Mutex
	open map[string][]context.CancelFunc
}

// begin is the context of an answer: it ends with the call, or with letscode.
func (a *rpcAnswers) begin(toolCallID string) context.Context {
	ctx, cancel := context.WithCancel(withToolCall(context.Background(), toolCallID))
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.open == nil {
		a.open = map[string][]context.CancelFunc{}
	}
	a.open[toolCallID] = append(a.open[toolCallID], cancel)
	return ctx
}

// hear takes an event: the end of a call closes what was asked about it.
func (a *rpcAnswers) hear(kind string, event json.RawMessage) {
	switch kind {
	case "tool_execution_end":
		a.end(tagOf(event, "tool_call_id"))
	case "agent_end":
		a.close()
	}
}

func (a *rpcAnswers) end(toolCallID string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, cancel := range a.open[toolCallID] {
		cancel()
	}
	delete(a.open, toolCallID)
}

// close says that nobody waits for an answer any more.
func (a *rpcAnswers) close() {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, cancels := range a.open {
		for _, cancel := range cancels {
			cancel()
		}
	}
	a.open = nil
}

// asked answers a question beside all others. An answer that comes too late is dropped.
func (c *RPCClient) asked(kind string, line json.RawMessage) {
	var permission PermissionRequestMessage
	var call ToolCallRequestMessage
	question, about := any(&permission), &permission.ToolCallID
	if kind == "tool_call_request" {
		question, about = &call, &call.ToolCallID
	}
	if err := json.Unmarshal(line, question); err != nil {
		c.options.Report(kind + " that cannot be read was dropped: " + err.Error())
		return
	}
	ctx := c.answers.begin(*about)
	go func() {
		var order, instead RPCInput
		refused := "the program's answer was refused"
		if kind == "tool_call_request" {
			result := invoke(ctx, c.options.Tools, call.ToolName, call.Arguments, c.options.Report)
			order = ToolResultCommand{RequestID: call.RequestID, Content: result.Content, IsError: result.IsError, Details: result.Details}
			instead = ToolResultCommand{RequestID: call.RequestID, Content: Content{Text: refused}, IsError: Ptr(true)}
		} else {
			result := c.options.Permissions.answer(ctx, PermissionRequestParams{
				ToolCallID: permission.ToolCallID, ToolName: permission.ToolName, Arguments: permission.Arguments,
				Reason: permission.Reason, Always: permission.Always, raw: permission.raw,
			}, c.options.Report)
			order = PermissionCommand{RequestID: permission.RequestID, Decision: result.Decision, Reason: result.Reason}
			instead = PermissionCommand{RequestID: permission.RequestID, Decision: PermissionDecisionDeny, Reason: &refused}
		}
		if ctx.Err() != nil {
			return
		}
		// The call must not wait for ever; one that does not wait any more refuses both.
		if _, err := done(ctx, c.pipe, order); err != nil && ctx.Err() == nil {
			c.options.Report(fmt.Sprintf("the answer to %s was refused: %v", *about, err))
			_, _ = done(ctx, c.pipe, instead)
		}
	}()
}
