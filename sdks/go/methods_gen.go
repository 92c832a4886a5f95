// Code generated from the schema by `npm run generate`. DO NOT EDIT.

package letscode

import "context"

// Methods are all methods of letscode-jsonrpc/1, typed.
type Methods struct {
	// Call calls a method by its name; the answer is read into result unless that is nil.
	Call func(ctx context.Context, method string, params, result any) error
}

// Initialize calls initialize.
func (m Methods) Initialize(ctx context.Context, params InitializeParams) (result InitializeResult, err error) {
	err = m.Call(ctx, "initialize", params, &result)
	return result, err
}

// Ping calls ping.
func (m Methods) Ping(ctx context.Context) (result PingResult, err error) {
	err = m.Call(ctx, "ping", struct{}{}, &result)
	return result, err
}

// ModelsList calls models.list.
func (m Methods) ModelsList(ctx context.Context) (result ModelsListResult, err error) {
	err = m.Call(ctx, "models.list", struct{}{}, &result)
	return result, err
}

// SessionCreate calls session.create.
func (m Methods) SessionCreate(ctx context.Context, params SessionSettings) (result SessionCreateResult, err error) {
	err = m.Call(ctx, "session.create", params, &result)
	return result, err
}

// SessionResume calls session.resume.
func (m Methods) SessionResume(ctx context.Context, params SessionResumeParams) (result SessionResumeResult, err error) {
	err = m.Call(ctx, "session.resume", params, &result)
	return result, err
}

// SessionFork calls session.fork.
func (m Methods) SessionFork(ctx context.Context, params SessionForkParams) (result SessionParams, err error) {
	err = m.Call(ctx, "session.fork", params, &result)
	return result, err
}

// SessionList calls session.list.
func (m Methods) SessionList(ctx context.Context, params SessionListParams) (result SessionListResult, err error) {
	err = m.Call(ctx, "session.list", params, &result)
	return result, err
}

// SessionGet calls session.get.
func (m Methods) SessionGet(ctx context.Context, params SessionParams) (result SessionRowReport, err error) {
	err = m.Call(ctx, "session.get", params, &result)
	return result, err
}

// SessionDelete calls session.delete.
func (m Methods) SessionDelete(ctx context.Context, params SessionParams) error {
	return m.Call(ctx, "session.delete", params, nil)
}

// SessionClose calls session.close.
func (m Methods) SessionClose(ctx context.Context, params SessionParams) error {
	return m.Call(ctx, "session.close", params, nil)
}

// SessionSend calls session.send.
func (m Methods) SessionSend(ctx context.Context, params SessionSendParams) (result SessionSendResult, err error) {
	err = m.Call(ctx, "session.send", params, &result)
	return result, err
}

// SessionSteer calls session.steer.
func (m Methods) SessionSteer(ctx context.Context, params SessionSendParams) error {
	return m.Call(ctx, "session.steer", params, nil)
}

// SessionFollowUp calls session.follow_up.
func (m Methods) SessionFollowUp(ctx context.Context, params SessionSendParams) error {
	return m.Call(ctx, "session.follow_up", params, nil)
}

// SessionAbort calls session.abort.
func (m Methods) SessionAbort(ctx context.Context, params SessionAbortParams) (result SessionAbortResult, err error) {
	err = m.Call(ctx, "session.abort", params, &result)
	return result, err
}

// SessionReset calls session.reset.
func (m Methods) SessionReset(ctx context.Context, params SessionParams) (result SessionResetResult, err error) {
	err = m.Call(ctx, "session.reset", params, &result)
	return result, err
}

// SessionCompact calls session.compact.
func (m Methods) SessionCompact(ctx context.Context, params SessionCompactParams) (result SessionCompactResult, err error) {
	err = m.Call(ctx, "session.compact", params, &result)
	return result, err
}

// SessionSetModel calls session.set_model.
func (m Methods) SessionSetModel(ctx context.Context, params SessionSetModelParams) error {
	return m.Call(ctx, "session.set_model", params, nil)
}

// SessionSetThinking calls session.set_thinking.
func (m Methods) SessionSetThinking(ctx context.Context, params SessionSetThinkingParams) error {
	return m.Call(ctx, "session.set_thinking", params, nil)
}

// SessionMessages calls session.messages.
func (m Methods) SessionMessages(ctx context.Context, params SessionMessagesParams) (result SessionMessagesResult, err error) {
	err = m.Call(ctx, "session.messages", params, &result)
	return result, err
}

// SessionEvents calls session.events.
func (m Methods) SessionEvents(ctx context.Context, params SessionEventsParams) (result SessionEventsResult, err error) {
	err = m.Call(ctx, "session.events", params, &result)
	return result, err
}

// Shutdown calls shutdown.
func (m Methods) Shutdown(ctx context.Context) error {
	return m.Call(ctx, "shutdown", struct{}{}, nil)
}
