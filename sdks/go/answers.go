package letscode

import (
	"context"
	"encoding/json"
)

// Hook takes part in a decision. The input has tool_call_id, tool_name, arguments and, after the call, result; of a prompt it has
// text. What it returns is changed; nil changes nothing.
type Hook func(ctx context.Context, session *Session, input json.RawMessage) (any, error)

// Hooks are decisions in which the program takes part, for every session.
type Hooks struct {
	// BeforeToolCall returns {"arguments": …} or {"deny": "the reason"}. One that fails denies.
	BeforeToolCall Hook
	// AfterToolCall returns what to change of content, is_error and details.
	AfterToolCall Hook
	// UserPrompt returns {"text": …}.
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

// answers are what letscode may ask, each answered in a goroutine of its own.
func (c *Client) answers() map[string]handler {
	return map[string]handler{
		"tool.invoke": answer(c, func(ctx context.Context, s *Session, p ToolInvokeParams) (any, error) {
			return invoke(ctx, s.options.Tools, p.ToolName, p.Arguments), nil
		}),
		"permission.request": answer(c, func(ctx context.Context, s *Session, p PermissionRequestParams) (any, error) {
			return s.options.Permissions.answer(ctx, p), nil
		}),
		"user.ask": answer(c, func(ctx context.Context, s *Session, p UserAskParams) (any, error) {
			if c.options.OnQuestion == nil {
				return nil, &RPCError{Code: -32601, Message: "nobody here answers questions"}
			}
			text, err := c.options.OnQuestion(ctx, s, p)
			return UserAskResult{Answer: text}, err
		}),
		"hook.call": answer(c, func(ctx context.Context, s *Session, p HookCallParams) (any, error) {
			hook := c.options.Hooks.named()[p.Hook]
			if hook == nil {
				return struct{}{}, nil
			}
			output, err := hook(ctx, s, p.Input)
			if output == nil {
				return struct{}{}, err
			}
			return map[string]any{"output": output}, err
		}),
	}
}

func answer[Params any](c *Client, work func(context.Context, *Session, Params) (any, error)) handler {
	return func(ctx context.Context, data json.RawMessage) (any, error) {
		var params Params
		var named SessionParams
		if err := json.Unmarshal(data, &params); err != nil {
			return nil, &RPCError{Code: -32602, Message: err.Error()}
		}
		_ = json.Unmarshal(data, &named)
		c.mu.Lock()
		session := c.sessions[named.SessionID]
		c.mu.Unlock()
		if session == nil {
			data := json.RawMessage(`{"code":"session_not_found"}`)
			return nil, &RPCError{Code: -32001, Message: "the client has no such session", Data: data}
		}
		return work(ctx, session, params)
	}
}
