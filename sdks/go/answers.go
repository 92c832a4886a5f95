package letscode

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
)

// Hook takes part in a decision. The input has tool_call_id, tool_name, arguments and, after the call, result; of a prompt it has
// text. What it returns is changed; nil changes nothing.
type Hook func(ctx context.Context, session *Session, input json.RawMessage) (any, error)

// Hooks are decisions in which the program takes part, for every session.
type Hooks struct {
	// BeforeToolCall returns {"arguments": …} or {"deny": "the reason"}. One that fails denies.
	BeforeToolCall Hook
	// AfterToolCall returns what to change of content, is_error and details. One that fails changes nothing; Report is told.
	AfterToolCall Hook
	// UserPrompt returns {"text": …}. One that fails changes nothing; Report is told.
	UserPrompt Hook
}

func (h Hooks) named() map[HookCallName]Hook {
	return map[HookCallName]Hook{
		HookCallNameBeforeToolCall: h.BeforeToolCall,
		HookCallNameAfterToolCall:  h.AfterToolCall,
		HookCallNameUserPrompt:     h.UserPrompt,
	}
}

func (o Options) capabilities() *ClientCapabilities {
	can := ClientCapabilities{Permissions: Ptr(true)}
	if o.OnQuestion != nil {
		can.Ask = Ptr(true)
	}
	for name, hook := range o.Hooks.named() {
		if hook != nil {
			can.Hooks = append(can.Hooks, name)
		}
	}
	return &can
}

// handle answers what letscode asks, each in a goroutine of its own.
func (c *Client) handle(ctx context.Context, method string, params json.RawMessage) (any, error) {
	report := c.options.Report
	switch method {
	case "tool.invoke":
		return answerTo(c, params, func(s *Session, asked ToolInvokeParams) (any, error) {
			return invoke(withToolCall(ctx, asked.ToolCallID), s.options.Tools, asked.ToolName, asked.Arguments, report), nil
		})
	case "permission.request":
		return answerTo(c, params, func(s *Session, asked PermissionRequestParams) (any, error) {
			return s.options.Permissions.answer(ctx, asked, report), nil
		})
	case "user.ask":
		return answerTo(c, params, func(s *Session, asked UserAskParams) (any, error) {
			if c.options.OnQuestion == nil {
				return nil, errors.New("nobody here answers questions")
			}
			text, err := protected(func() (string, error) { return c.options.OnQuestion(ctx, s, asked) })
			if err != nil {
				report(fmt.Sprintf("OnQuestion: the program's function failed: %v", err))
			}
			return UserAskResult{Answer: text}, err
		})
	case "hook.call":
		return answerTo(c, params, func(s *Session, asked HookCallParams) (any, error) {
			hook := c.options.Hooks.named()[asked.Hook]
			if hook == nil {
				return HookCallResult{}, nil
			}
			output, err := protected(func() (any, error) { return hook(ctx, s, asked.Input) })
			if err != nil {
				report(fmt.Sprintf("hook %s: the program's function failed: %v", asked.Hook, err))
			}
			if output == nil {
				return HookCallResult{}, err
			}
			return map[string]any{"output": output}, err
		})
	}
	return nil, refusal(-32601, "", "method not found: "+method)
}

func answerTo[Params any](c *Client, data json.RawMessage, work func(*Session, Params) (any, error)) (any, error) {
	var params Params
	var named SessionParams
	if err := errors.Join(json.Unmarshal(data, &params), json.Unmarshal(data, &named)); err != nil {
		return nil, refusal(-32602, "", err.Error())
	}
	session := c.known(named.SessionID)
	if session == nil {
		return nil, refusal(-32001, "session_not_found", "the client has no such session")
	}
	return work(session, params)
}
