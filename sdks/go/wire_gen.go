// Code generated from the schema by `npm run generate`. DO NOT EDIT.

package letscode

import "encoding/json"

// RPCInput: A line to the process. It is one of HelloCommand, PromptCommand, SteerCommand,
// FollowUpCommand, AbortCommand, ResetCommand, GetStateCommand, GetMessagesCommand, SetModelCommand,
// SetThinkingCommand, CompactCommand, PermissionCommand, ToolResultCommand, ByeCommand.
type RPCInput interface{ isRPCInput() }

// HelloCommand: Checks the protocol and asks for features. Valid only before any other valid command.
// Its cmd is "hello".
type HelloCommand struct {
	// Comes back verbatim on the command's ack, done or error.
	ID json.RawMessage `json:"id,omitempty"`
	// `letscode-rpc/MAJOR` or `letscode-rpc/MAJOR.MINOR`.
	Protocol string `json:"protocol"`
	// `full`: every `message_update` carries the whole partial message.
	MessageUpdates *string `json:"message_updates,omitempty"`
	// The host answers `permission_request`.
	Permissions *bool `json:"permissions,omitempty"`
	// Tools of the host, for which it answers `tool_call_request`.
	Tools []HostTool `json:"tools,omitempty"`
}

func (HelloCommand) isRPCInput() {}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v HelloCommand) MarshalJSON() ([]byte, error) {
	type plain HelloCommand
	return encode(struct {
		Cmd   string      `json:"cmd"`
		Tools *[]HostTool `json:"tools,omitempty"`
		plain
	}{"hello", some(v.Tools), plain(v)})
}

// HostTool: A tool that lives in the host.
type HostTool struct {
	// 1 to 64 of the characters A-Z a-z 0-9 _ -, and no name of a built-in tool that is on.
	Name string `json:"name"`
	// What the model is told of it.
	Description string `json:"description"`
	// The JSON Schema of its arguments, an object's.
	Parameters json.RawMessage `json:"parameters"`
	// False: registering it is the consent to its calls. Absent: `--permission-mode` and its questions hold
	// for it.
	NeedsPermission *bool `json:"needs_permission,omitempty"`
	// It may run beside other calls of the same turn. Absent: it waits for earlier ones, and later ones
	// wait for it.
	Parallel *bool `json:"parallel,omitempty"`
}

// PromptCommand: Starts a run. Only when idle. Its cmd is "prompt".
type PromptCommand struct {
	// Comes back verbatim on the command's ack, done or error.
	ID     json.RawMessage `json:"id,omitempty"`
	Text   string          `json:"text"`
	Images []ImageInput    `json:"images,omitempty"`
}

func (PromptCommand) isRPCInput() {}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v PromptCommand) MarshalJSON() ([]byte, error) {
	type plain PromptCommand
	return encode(struct {
		Cmd    string        `json:"cmd"`
		Images *[]ImageInput `json:"images,omitempty"`
		plain
	}{"prompt", some(v.Images), plain(v)})
}

// ImageInput: An image a host sends along, base64.
type ImageInput struct {
	// Such as `image/png`.
	MimeType string `json:"mime_type"`
	Data     string `json:"data"`
}

// SteerCommand: Speaks to the running turn: delivered before the next model call. Its cmd is "steer".
type SteerCommand struct {
	// Comes back verbatim on the command's ack, done or error.
	ID     json.RawMessage `json:"id,omitempty"`
	Text   string          `json:"text"`
	Images []ImageInput    `json:"images,omitempty"`
}

func (SteerCommand) isRPCInput() {}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v SteerCommand) MarshalJSON() ([]byte, error) {
	type plain SteerCommand
	return encode(struct {
		Cmd    string        `json:"cmd"`
		Images *[]ImageInput `json:"images,omitempty"`
		plain
	}{"steer", some(v.Images), plain(v)})
}

// FollowUpCommand: Waits until the run would end, then goes on with this. Its cmd is "follow_up".
type FollowUpCommand struct {
	// Comes back verbatim on the command's ack, done or error.
	ID     json.RawMessage `json:"id,omitempty"`
	Text   string          `json:"text"`
	Images []ImageInput    `json:"images,omitempty"`
}

func (FollowUpCommand) isRPCInput() {}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v FollowUpCommand) MarshalJSON() ([]byte, error) {
	type plain FollowUpCommand
	return encode(struct {
		Cmd    string        `json:"cmd"`
		Images *[]ImageInput `json:"images,omitempty"`
		plain
	}{"follow_up", some(v.Images), plain(v)})
}

// AbortCommand: Stops the run. A no-op when idle. Its cmd is "abort".
type AbortCommand struct {
	// Comes back verbatim on the command's ack, done or error.
	ID json.RawMessage `json:"id,omitempty"`
	// Drop what waits in the queues too.
	ClearQueue *bool `json:"clear_queue,omitempty"`
}

func (AbortCommand) isRPCInput() {}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v AbortCommand) MarshalJSON() ([]byte, error) {
	type plain AbortCommand
	return encode(struct {
		Cmd string `json:"cmd"`
		plain
	}{"abort", plain(v)})
}

// ResetCommand: Forgets the conversation and the queues. Only when idle. Its cmd is "reset".
type ResetCommand struct {
	// Comes back verbatim on the command's ack, done or error.
	ID json.RawMessage `json:"id,omitempty"`
}

func (ResetCommand) isRPCInput() {}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v ResetCommand) MarshalJSON() ([]byte, error) {
	type plain ResetCommand
	return encode(struct {
		Cmd string `json:"cmd"`
		plain
	}{"reset", plain(v)})
}

// GetStateCommand: Asks what is known of the conversation now. Its cmd is "get_state".
type GetStateCommand struct {
	// Comes back verbatim on the command's ack, done or error.
	ID json.RawMessage `json:"id,omitempty"`
}

func (GetStateCommand) isRPCInput() {}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v GetStateCommand) MarshalJSON() ([]byte, error) {
	type plain GetStateCommand
	return encode(struct {
		Cmd string `json:"cmd"`
		plain
	}{"get_state", plain(v)})
}

// GetMessagesCommand: Asks for the transcript. Its cmd is "get_messages".
type GetMessagesCommand struct {
	// Comes back verbatim on the command's ack, done or error.
	ID json.RawMessage `json:"id,omitempty"`
	// The id of a message: only those behind it, itself excluded.
	After *string `json:"after,omitempty"`
}

func (GetMessagesCommand) isRPCInput() {}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v GetMessagesCommand) MarshalJSON() ([]byte, error) {
	type plain GetMessagesCommand
	return encode(struct {
		Cmd string `json:"cmd"`
		plain
	}{"get_messages", plain(v)})
}

// SetModelCommand: Changes the model, from the next model call on. Its cmd is "set_model".
type SetModelCommand struct {
	// Comes back verbatim on the command's ack, done or error.
	ID json.RawMessage `json:"id,omitempty"`
	// As `--model` takes it.
	Model string `json:"model"`
}

func (SetModelCommand) isRPCInput() {}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v SetModelCommand) MarshalJSON() ([]byte, error) {
	type plain SetModelCommand
	return encode(struct {
		Cmd string `json:"cmd"`
		plain
	}{"set_model", plain(v)})
}

// SetThinkingCommand: Changes how much the model thinks, from the next model call on. Its cmd is
// "set_thinking".
type SetThinkingCommand struct {
	// Comes back verbatim on the command's ack, done or error.
	ID    json.RawMessage `json:"id,omitempty"`
	Level ThinkingLevel   `json:"level"`
}

func (SetThinkingCommand) isRPCInput() {}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v SetThinkingCommand) MarshalJSON() ([]byte, error) {
	type plain SetThinkingCommand
	return encode(struct {
		Cmd string `json:"cmd"`
		plain
	}{"set_thinking", plain(v)})
}

// ThinkingLevel: How much the model should think before it answers.
type ThinkingLevel string

// The values of ThinkingLevel that this version knows; there may be others.
const (
	ThinkingLevelOff    ThinkingLevel = "off"
	ThinkingLevelLow    ThinkingLevel = "low"
	ThinkingLevelMedium ThinkingLevel = "medium"
	ThinkingLevelHigh   ThinkingLevel = "high"
)

// CompactCommand: Summarises the older part of the conversation for the model. Only when idle; nothing
// is deleted. Its cmd is "compact".
type CompactCommand struct {
	// Comes back verbatim on the command's ack, done or error.
	ID json.RawMessage `json:"id,omitempty"`
	// What the summary should pay attention to.
	Instructions *string `json:"instructions,omitempty"`
}

func (CompactCommand) isRPCInput() {}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v CompactCommand) MarshalJSON() ([]byte, error) {
	type plain CompactCommand
	return encode(struct {
		Cmd string `json:"cmd"`
		plain
	}{"compact", plain(v)})
}

// PermissionCommand: Answers a `permission_request`. Its cmd is "permission".
type PermissionCommand struct {
	// Comes back verbatim on the command's ack, done or error.
	ID        json.RawMessage    `json:"id,omitempty"`
	RequestID string             `json:"request_id"`
	Decision  PermissionDecision `json:"decision"`
	// Why not; the model reads it.
	Reason *string `json:"reason,omitempty"`
}

func (PermissionCommand) isRPCInput() {}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v PermissionCommand) MarshalJSON() ([]byte, error) {
	type plain PermissionCommand
	return encode(struct {
		Cmd string `json:"cmd"`
		plain
	}{"permission", plain(v)})
}

// PermissionDecision: May the call be run: this time, from now on whenever it is of the same kind, or
// not.
type PermissionDecision string

// The values of PermissionDecision that this version knows; there may be others.
const (
	PermissionDecisionAllow       PermissionDecision = "allow"
	PermissionDecisionAllowAlways PermissionDecision = "allow_always"
	PermissionDecisionDeny        PermissionDecision = "deny"
)

// ToolResultCommand: Answers a `tool_call_request`. Its cmd is "tool_result".
type ToolResultCommand struct {
	// Comes back verbatim on the command's ack, done or error.
	ID        json.RawMessage `json:"id,omitempty"`
	RequestID string          `json:"request_id"`
	// What the model reads: text, or blocks.
	Content Content `json:"content"`
	// The call failed.
	IsError *bool `json:"is_error,omitempty"`
	// Any JSON for hosts; never sent to a model.
	Details json.RawMessage `json:"details,omitempty"`
}

func (ToolResultCommand) isRPCInput() {}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v ToolResultCommand) MarshalJSON() ([]byte, error) {
	type plain ToolResultCommand
	return encode(struct {
		Cmd string `json:"cmd"`
		plain
	}{"tool_result", plain(v)})
}

// UserContent: What a user message or a tool result may hold. It is one of TextBlock, ImageBlock, or
// Unknown.
type UserContent interface{ isUserContent() }

func (Unknown) isUserContent() {}

// decodeUserContent reads it by its type. What this version does not know, or cannot read, is Unknown.
func decodeUserContent(data json.RawMessage) UserContent {
	switch tagOf(data, "type") {
	case "text":
		return readAs[TextBlock, UserContent](data, "type")
	case "image":
		return readAs[ImageBlock, UserContent](data, "type")
	}
	return unknown(data, "type")
}

// TextBlock: Plain text. Its type is "text".
type TextBlock struct {
	Text string `json:"text"`
	raw
}

func (TextBlock) isUserContent() {}

func (TextBlock) isAssistantContent() {}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *TextBlock) UnmarshalJSON(data []byte) error {
	type plain TextBlock
	return v.raw.read(data, (*plain)(v))
}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v TextBlock) MarshalJSON() ([]byte, error) {
	type plain TextBlock
	return encode(struct {
		Type string `json:"type"`
		plain
	}{"text", plain(v)})
}

// ImageBlock: An image, base64 without line breaks or a `data:` prefix. Its type is "image".
type ImageBlock struct {
	// Such as `image/png`.
	MimeType string `json:"mime_type"`
	Data     string `json:"data"`
	raw
}

func (ImageBlock) isUserContent() {}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *ImageBlock) UnmarshalJSON(data []byte) error {
	type plain ImageBlock
	return v.raw.read(data, (*plain)(v))
}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v ImageBlock) MarshalJSON() ([]byte, error) {
	type plain ImageBlock
	return encode(struct {
		Type string `json:"type"`
		plain
	}{"image", plain(v)})
}

// ByeCommand: Ends the process after the running run and its follow-ups. Its cmd is "bye".
type ByeCommand struct {
	// Comes back verbatim on the command's ack, done or error.
	ID json.RawMessage `json:"id,omitempty"`
}

func (ByeCommand) isRPCInput() {}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v ByeCommand) MarshalJSON() ([]byte, error) {
	type plain ByeCommand
	return encode(struct {
		Cmd string `json:"cmd"`
		plain
	}{"bye", plain(v)})
}

// RPCOutput: A line from the process. It is one of ReadyMessage, AckMessage, DoneMessage, ControlError,
// PermissionRequestMessage, ToolCallRequestMessage, ByeMessage, AgentStart, TurnStart, MessageStart,
// MessageUpdate, MessageEnd, ToolExecutionStart, ToolExecutionUpdate, ToolExecutionEnd, TurnEnd,
// RetryEvent, ErrorEvent, AgentEnd, or Unknown.
type RPCOutput interface{ isRPCOutput() }

func (Unknown) isRPCOutput() {}

// decodeRPCOutput reads it by its type. What this version does not know, or cannot read, is Unknown.
func decodeRPCOutput(data json.RawMessage) RPCOutput {
	switch tagOf(data, "type") {
	case "ready":
		return readAs[ReadyMessage, RPCOutput](data, "type")
	case "ack":
		return readAs[AckMessage, RPCOutput](data, "type")
	case "done":
		return readAs[DoneMessage, RPCOutput](data, "type")
	case "permission_request":
		return readAs[PermissionRequestMessage, RPCOutput](data, "type")
	case "tool_call_request":
		return readAs[ToolCallRequestMessage, RPCOutput](data, "type")
	case "bye":
		return readAs[ByeMessage, RPCOutput](data, "type")
	case "agent_start":
		return readAs[AgentStart, RPCOutput](data, "type")
	case "turn_start":
		return readAs[TurnStart, RPCOutput](data, "type")
	case "message_start":
		return readAs[MessageStart, RPCOutput](data, "type")
	case "message_update":
		return readAs[MessageUpdate, RPCOutput](data, "type")
	case "message_end":
		return readAs[MessageEnd, RPCOutput](data, "type")
	case "tool_execution_start":
		return readAs[ToolExecutionStart, RPCOutput](data, "type")
	case "tool_execution_update":
		return readAs[ToolExecutionUpdate, RPCOutput](data, "type")
	case "tool_execution_end":
		return readAs[ToolExecutionEnd, RPCOutput](data, "type")
	case "turn_end":
		return readAs[TurnEnd, RPCOutput](data, "type")
	case "retry":
		return readAs[RetryEvent, RPCOutput](data, "type")
	case "error":
		return readAs[ErrorEvent, RPCOutput](data, "type")
	case "agent_end":
		return readAs[AgentEnd, RPCOutput](data, "type")
	}
	return unknown(data, "type")
}

// ReadyMessage: Exactly once, before any command is read. Its type is "ready".
type ReadyMessage struct {
	Protocol string `json:"protocol"`
	// The version of letscode.
	Letscode     string       `json:"letscode"`
	Capabilities Capabilities `json:"capabilities"`
	raw
}

func (ReadyMessage) isRPCOutput() {}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *ReadyMessage) UnmarshalJSON(data []byte) error {
	type plain ReadyMessage
	return v.raw.read(data, (*plain)(v))
}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v ReadyMessage) MarshalJSON() ([]byte, error) {
	type plain ReadyMessage
	return encode(struct {
		Type string `json:"type"`
		plain
	}{"ready", plain(v)})
}

// Capabilities: What this build of the protocol can do.
type Capabilities struct {
	// `hello` may ask for full partial messages.
	MessageUpdates bool `json:"message_updates"`
	// `get_state`, `get_messages`, `set_model`, `set_thinking` and `compact` are there.
	State bool `json:"state"`
	// `hello` may ask for permission requests.
	Permissions bool `json:"permissions"`
	// `hello` may bring tools of the host.
	HostTools bool `json:"host_tools"`
	raw
}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *Capabilities) UnmarshalJSON(data []byte) error {
	type plain Capabilities
	return v.raw.read(data, (*plain)(v))
}

// AckMessage: The command was accepted; its effects follow. Its type is "ack".
type AckMessage struct {
	ID json.RawMessage `json:"id"`
	raw
}

func (AckMessage) isRPCOutput() {}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *AckMessage) UnmarshalJSON(data []byte) error {
	type plain AckMessage
	return v.raw.read(data, (*plain)(v))
}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v AckMessage) MarshalJSON() ([]byte, error) {
	type plain AckMessage
	return encode(struct {
		Type string `json:"type"`
		plain
	}{"ack", plain(v)})
}

// DoneMessage: The command's work is complete. Its type is "done".
type DoneMessage struct {
	ID json.RawMessage `json:"id"`
	// The action failed after it was accepted.
	Error *string `json:"error,omitempty"`
	// On `hello`: what was asked for and granted.
	Features *Features `json:"features,omitempty"`
	// On `abort`: what still waits.
	Queued *QueueLengths `json:"queued,omitempty"`
	// On `get_state`.
	State *StateReport `json:"state,omitempty"`
	// On `get_messages`, oldest first.
	Messages []Message `json:"messages,omitempty"`
	// On `get_messages`: more follow; ask again with the last one's id as `after`.
	Truncated *bool `json:"truncated,omitempty"`
	// On `compact`; null when there was nothing to summarise.
	Compaction *CompactionReport `json:"compaction,omitempty"`
	// On `prompt`, when its text was a slash command that answers by itself: what it said.
	Output *string `json:"output,omitempty"`
	raw
}

func (DoneMessage) isRPCOutput() {}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *DoneMessage) UnmarshalJSON(data []byte) error {
	type plain DoneMessage
	read := struct {
		*plain
		Messages []json.RawMessage `json:"messages"`
	}{plain: (*plain)(v)}
	if err := v.raw.read(data, &read); err != nil {
		return err
	}
	v.Messages = decodeEach(read.Messages, decodeMessage)
	return nil
}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v DoneMessage) MarshalJSON() ([]byte, error) {
	type plain DoneMessage
	return encode(struct {
		Type       string     `json:"type"`
		Messages   *[]Message `json:"messages,omitempty"`
		Compaction any        `json:"compaction,omitempty"`
		plain
	}{"done", some(v.Messages), orNull(v.Compaction, v.raw, "compaction"), plain(v)})
}

// Features: What `hello` granted.
type Features struct {
	MessageUpdates *string `json:"message_updates,omitempty"`
	// Whatever needs consent is asked of the host.
	Permissions *bool `json:"permissions,omitempty"`
	// The names of the host's tools.
	Tools []string `json:"tools,omitempty"`
	raw
}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *Features) UnmarshalJSON(data []byte) error {
	type plain Features
	return v.raw.read(data, (*plain)(v))
}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v Features) MarshalJSON() ([]byte, error) {
	type plain Features
	return encode(struct {
		Tools *[]string `json:"tools,omitempty"`
		plain
	}{some(v.Tools), plain(v)})
}

// QueueLengths: What waited in the queues, counted.
type QueueLengths struct {
	Steer    int64 `json:"steer"`
	FollowUp int64 `json:"follow_up"`
	raw
}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *QueueLengths) UnmarshalJSON(data []byte) error {
	type plain QueueLengths
	return v.raw.read(data, (*plain)(v))
}

// StateReport: What is known of the conversation.
type StateReport struct {
	// Null when the conversation is not saved.
	Session  *SessionReport `json:"session"`
	Model    ModelReport    `json:"model"`
	Thinking ThinkingLevel  `json:"thinking"`
	// Whether a run, a compaction or a reset is going on.
	Running bool `json:"running"`
	// How many messages the transcript has.
	MessagesCount int64 `json:"messages_count"`
	// The newest message of the transcript.
	LastMessageID *string      `json:"last_message_id"`
	Queued        QueueLengths `json:"queued"`
	// Of all model calls of the conversation, compactions included.
	Usage Usage `json:"usage"`
	// About how many tokens the model would be shown now.
	ContextTokens int64 `json:"context_tokens"`
	raw
}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *StateReport) UnmarshalJSON(data []byte) error {
	type plain StateReport
	return v.raw.read(data, (*plain)(v))
}

// SessionReport: Where a conversation is kept.
type SessionReport struct {
	ID string `json:"id"`
	// Absolute; made with the first message.
	File string `json:"file"`
	raw
}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *SessionReport) UnmarshalJSON(data []byte) error {
	type plain SessionReport
	return v.raw.read(data, (*plain)(v))
}

// ModelReport: A model as hosts may show it.
type ModelReport struct {
	Provider string `json:"provider"`
	// Empty while it is not known which model a server has.
	ID string `json:"id"`
	// The most tokens a request and its answer may have together; null when it is not known.
	ContextWindow *int64 `json:"context_window"`
	raw
}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *ModelReport) UnmarshalJSON(data []byte) error {
	type plain ModelReport
	return v.raw.read(data, (*plain)(v))
}

// Usage: Token counts and cost of one model call.
type Usage struct {
	InputTokens      int64 `json:"input_tokens"`
	OutputTokens     int64 `json:"output_tokens"`
	CacheReadTokens  int64 `json:"cache_read_tokens"`
	CacheWriteTokens int64 `json:"cache_write_tokens"`
	ReasoningTokens  int64 `json:"reasoning_tokens"`
	// US dollars; null when the price is not known.
	CostUSD *float64 `json:"cost_usd"`
	raw
}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *Usage) UnmarshalJSON(data []byte) error {
	type plain Usage
	return v.raw.read(data, (*plain)(v))
}

// Message: Any message of a conversation. It is one of UserMessage, AssistantMessage,
// ToolResultMessage, CustomMessage, or Unknown.
type Message interface{ isMessage() }

func (Unknown) isMessage() {}

// decodeMessage reads it by its role. What this version does not know, or cannot read, is Unknown.
func decodeMessage(data json.RawMessage) Message {
	switch tagOf(data, "role") {
	case "user":
		return readAs[UserMessage, Message](data, "role")
	case "assistant":
		return readAs[AssistantMessage, Message](data, "role")
	case "tool_result":
		return readAs[ToolResultMessage, Message](data, "role")
	case "custom":
		return readAs[CustomMessage, Message](data, "role")
	}
	return unknown(data, "role")
}

// UserMessage: What the user, or the host for them, said. Its role is "user".
type UserMessage struct {
	// Unique in the conversation, at most 12 characters.
	ID string `json:"id"`
	// Milliseconds since the epoch.
	Timestamp int64         `json:"timestamp"`
	Content   []UserContent `json:"content"`
	raw
}

func (UserMessage) isMessage() {}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *UserMessage) UnmarshalJSON(data []byte) error {
	type plain UserMessage
	read := struct {
		*plain
		Content []json.RawMessage `json:"content"`
	}{plain: (*plain)(v)}
	if err := v.raw.read(data, &read); err != nil {
		return err
	}
	v.Content = decodeEach(read.Content, decodeUserContent)
	return nil
}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v UserMessage) MarshalJSON() ([]byte, error) {
	type plain UserMessage
	return encode(struct {
		Role string `json:"role"`
		plain
	}{"user", plain(v)})
}

// AssistantMessage: What the model said. `stop_reason` is null and `usage` all zero until
// `message_end`. Its role is "assistant".
type AssistantMessage struct {
	// Unique in the conversation, at most 12 characters.
	ID string `json:"id"`
	// Milliseconds since the epoch.
	Timestamp  int64              `json:"timestamp"`
	Content    []AssistantContent `json:"content"`
	Provider   string             `json:"provider"`
	Model      string             `json:"model"`
	Usage      Usage              `json:"usage"`
	StopReason *StopReason        `json:"stop_reason"`
	// Why it ended with `error`.
	ErrorMessage *string `json:"error_message,omitempty"`
	raw
}

func (AssistantMessage) isMessage() {}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *AssistantMessage) UnmarshalJSON(data []byte) error {
	type plain AssistantMessage
	read := struct {
		*plain
		Content []json.RawMessage `json:"content"`
	}{plain: (*plain)(v)}
	if err := v.raw.read(data, &read); err != nil {
		return err
	}
	v.Content = decodeEach(read.Content, decodeAssistantContent)
	return nil
}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v AssistantMessage) MarshalJSON() ([]byte, error) {
	type plain AssistantMessage
	return encode(struct {
		Role string `json:"role"`
		plain
	}{"assistant", plain(v)})
}

// AssistantContent: What an assistant message may hold. It is one of TextBlock, ThinkingBlock,
// ToolCallBlock, or Unknown.
type AssistantContent interface{ isAssistantContent() }

func (Unknown) isAssistantContent() {}

// decodeAssistantContent reads it by its type. What this version does not know, or cannot read, is Unknown.
func decodeAssistantContent(data json.RawMessage) AssistantContent {
	switch tagOf(data, "type") {
	case "text":
		return readAs[TextBlock, AssistantContent](data, "type")
	case "thinking":
		return readAs[ThinkingBlock, AssistantContent](data, "type")
	case "tool_call":
		return readAs[ToolCallBlock, AssistantContent](data, "type")
	}
	return unknown(data, "type")
}

// ThinkingBlock: What a model thought before it answered. Its type is "thinking".
type ThinkingBlock struct {
	Thinking string `json:"thinking"`
	// The provider's proof that the thinking is its own; sent back verbatim.
	Signature *string `json:"signature,omitempty"`
	// The provider hid the text; `provider_data` holds what it needs back.
	Redacted *bool `json:"redacted,omitempty"`
	// Whatever the provider needs back, verbatim.
	ProviderData json.RawMessage `json:"provider_data,omitempty"`
	raw
}

func (ThinkingBlock) isAssistantContent() {}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *ThinkingBlock) UnmarshalJSON(data []byte) error {
	type plain ThinkingBlock
	return v.raw.read(data, (*plain)(v))
}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v ThinkingBlock) MarshalJSON() ([]byte, error) {
	type plain ThinkingBlock
	return encode(struct {
		Type string `json:"type"`
		plain
	}{"thinking", plain(v)})
}

// ToolCallBlock: A tool the model wants to be run. Its type is "tool_call".
type ToolCallBlock struct {
	// Unique in the conversation; an empty or repeated id is replaced on arrival.
	ToolCallID string          `json:"tool_call_id"`
	Name       string          `json:"name"`
	Arguments  json.RawMessage `json:"arguments"`
	// The raw text, only when it did not parse as a JSON object; then `arguments` is `{}`.
	ArgumentsText *string `json:"arguments_text,omitempty"`
	// Whatever the provider needs back, verbatim.
	ProviderData json.RawMessage `json:"provider_data,omitempty"`
	raw
}

func (ToolCallBlock) isAssistantContent() {}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *ToolCallBlock) UnmarshalJSON(data []byte) error {
	type plain ToolCallBlock
	return v.raw.read(data, (*plain)(v))
}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v ToolCallBlock) MarshalJSON() ([]byte, error) {
	type plain ToolCallBlock
	return encode(struct {
		Type string `json:"type"`
		plain
	}{"tool_call", plain(v)})
}

// StopReason: Why an assistant message ended: the model was done, it wants tools, it hit its output
// limit, it refused, the run was aborted, or the provider failed.
type StopReason string

// The values of StopReason that this version knows; there may be others.
const (
	StopReasonEndTurn   StopReason = "end_turn"
	StopReasonToolUse   StopReason = "tool_use"
	StopReasonMaxTokens StopReason = "max_tokens"
	StopReasonRefusal   StopReason = "refusal"
	StopReasonAborted   StopReason = "aborted"
	StopReasonError     StopReason = "error"
)

// ToolResultMessage: What a tool call came to. Its role is "tool_result".
type ToolResultMessage struct {
	// Unique in the conversation, at most 12 characters.
	ID string `json:"id"`
	// Milliseconds since the epoch.
	Timestamp  int64         `json:"timestamp"`
	ToolCallID string        `json:"tool_call_id"`
	ToolName   string        `json:"tool_name"`
	Content    []UserContent `json:"content"`
	IsError    bool          `json:"is_error"`
	// Any JSON for hosts, such as a diff or an exit code; never sent to a model.
	Details json.RawMessage `json:"details,omitempty"`
	raw
}

func (ToolResultMessage) isMessage() {}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *ToolResultMessage) UnmarshalJSON(data []byte) error {
	type plain ToolResultMessage
	read := struct {
		*plain
		Content []json.RawMessage `json:"content"`
	}{plain: (*plain)(v)}
	if err := v.raw.read(data, &read); err != nil {
		return err
	}
	v.Content = decodeEach(read.Content, decodeUserContent)
	return nil
}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v ToolResultMessage) MarshalJSON() ([]byte, error) {
	type plain ToolResultMessage
	return encode(struct {
		Role string `json:"role"`
		plain
	}{"tool_result", plain(v)})
}

// CustomMessage: A plugin's own entry: it survives save and load and is invisible to the model unless
// its plugin renders it. Its role is "custom".
type CustomMessage struct {
	// Unique in the conversation, at most 12 characters.
	ID string `json:"id"`
	// Milliseconds since the epoch.
	Timestamp int64 `json:"timestamp"`
	// The owner's name for it.
	Kind string          `json:"kind"`
	Data json.RawMessage `json:"data"`
	raw
}

func (CustomMessage) isMessage() {}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *CustomMessage) UnmarshalJSON(data []byte) error {
	type plain CustomMessage
	return v.raw.read(data, (*plain)(v))
}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v CustomMessage) MarshalJSON() ([]byte, error) {
	type plain CustomMessage
	return encode(struct {
		Role string `json:"role"`
		plain
	}{"custom", plain(v)})
}

// CompactionReport: What a compaction came to.
type CompactionReport struct {
	// The custom message that holds the summary.
	MessageID string `json:"message_id"`
	// About how many tokens the model saw before.
	TokensBefore int64 `json:"tokens_before"`
	// About how many it sees now.
	TokensAfter int64 `json:"tokens_after"`
	raw
}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *CompactionReport) UnmarshalJSON(data []byte) error {
	type plain CompactionReport
	return v.raw.read(data, (*plain)(v))
}

// ControlError: The command (or the line, then `id` is null) was refused. Always has the key `id`: an
// event error never does. Its type is "error".
type ControlError struct {
	ID          json.RawMessage `json:"id"`
	Error       string          `json:"error"`
	Recoverable bool            `json:"recoverable"`
	// The process ends after this line, with exit code 1.
	Fatal *bool             `json:"fatal,omitempty"`
	Code  *ControlErrorCode `json:"code,omitempty"`
	raw
}

func (ControlError) isRPCOutput() {}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *ControlError) UnmarshalJSON(data []byte) error {
	type plain ControlError
	return v.raw.read(data, (*plain)(v))
}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v ControlError) MarshalJSON() ([]byte, error) {
	type plain ControlError
	return encode(struct {
		Type string `json:"type"`
		plain
	}{"error", plain(v)})
}

// ControlErrorCode: Machine-readable reasons for a control error.
type ControlErrorCode string

// The values of ControlErrorCode that this version knows; there may be others.
const (
	ControlErrorCodeBusy             ControlErrorCode = "busy"
	ControlErrorCodeClosing          ControlErrorCode = "closing"
	ControlErrorCodeInvalidLine      ControlErrorCode = "invalid_line"
	ControlErrorCodeLineTooLong      ControlErrorCode = "line_too_long"
	ControlErrorCodeUnknownCommand   ControlErrorCode = "unknown_command"
	ControlErrorCodeInvalidCommand   ControlErrorCode = "invalid_command"
	ControlErrorCodeProtocolMismatch ControlErrorCode = "protocol_mismatch"
	ControlErrorCodeIO               ControlErrorCode = "io"
	ControlErrorCodeInternal         ControlErrorCode = "internal"
)

// PermissionRequestMessage: Asks the host whether a call may be run. The call's `tool_execution_end`
// closes the question. Its type is "permission_request".
type PermissionRequestMessage struct {
	ToolCallID string `json:"tool_call_id"`
	ToolName   string `json:"tool_name"`
	// What the tool would be run with.
	Arguments json.RawMessage `json:"arguments"`
	// Why it is asked.
	Reason string `json:"reason"`
	// What `allow_always` would allow from now on, in words; absent: it allows this call only, as `allow`
	// does.
	Always *string `json:"always,omitempty"`
	// Comes back on the command `permission`.
	RequestID string `json:"request_id"`
	raw
}

func (PermissionRequestMessage) isRPCOutput() {}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *PermissionRequestMessage) UnmarshalJSON(data []byte) error {
	type plain PermissionRequestMessage
	return v.raw.read(data, (*plain)(v))
}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v PermissionRequestMessage) MarshalJSON() ([]byte, error) {
	type plain PermissionRequestMessage
	return encode(struct {
		Type string `json:"type"`
		plain
	}{"permission_request", plain(v)})
}

// ToolCallRequestMessage: Asks the host to run a call of one of its tools. The call's
// `tool_execution_end` closes the request. Its type is "tool_call_request".
type ToolCallRequestMessage struct {
	// Comes back on the command `tool_result`.
	RequestID  string `json:"request_id"`
	ToolCallID string `json:"tool_call_id"`
	ToolName   string `json:"tool_name"`
	// They fit the tool's `parameters`.
	Arguments json.RawMessage `json:"arguments"`
	raw
}

func (ToolCallRequestMessage) isRPCOutput() {}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *ToolCallRequestMessage) UnmarshalJSON(data []byte) error {
	type plain ToolCallRequestMessage
	return v.raw.read(data, (*plain)(v))
}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v ToolCallRequestMessage) MarshalJSON() ([]byte, error) {
	type plain ToolCallRequestMessage
	return encode(struct {
		Type string `json:"type"`
		plain
	}{"tool_call_request", plain(v)})
}

// ByeMessage: The last line, written exactly when the exit code is 0. Its type is "bye".
type ByeMessage struct {
	raw
}

func (ByeMessage) isRPCOutput() {}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *ByeMessage) UnmarshalJSON(data []byte) error {
	type plain ByeMessage
	return v.raw.read(data, (*plain)(v))
}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v ByeMessage) MarshalJSON() ([]byte, error) {
	type plain ByeMessage
	return encode(struct {
		Type string `json:"type"`
		plain
	}{"bye", plain(v)})
}

// Event: What the agent loop yields. It is one of AgentStart, TurnStart, MessageStart, MessageUpdate,
// MessageEnd, ToolExecutionStart, ToolExecutionUpdate, ToolExecutionEnd, TurnEnd, RetryEvent,
// ErrorEvent, AgentEnd, or Unknown.
type Event interface{ isEvent() }

func (Unknown) isEvent() {}

// decodeEvent reads it by its type. What this version does not know, or cannot read, is Unknown.
func decodeEvent(data json.RawMessage) Event {
	switch tagOf(data, "type") {
	case "agent_start":
		return readAs[AgentStart, Event](data, "type")
	case "turn_start":
		return readAs[TurnStart, Event](data, "type")
	case "message_start":
		return readAs[MessageStart, Event](data, "type")
	case "message_update":
		return readAs[MessageUpdate, Event](data, "type")
	case "message_end":
		return readAs[MessageEnd, Event](data, "type")
	case "tool_execution_start":
		return readAs[ToolExecutionStart, Event](data, "type")
	case "tool_execution_update":
		return readAs[ToolExecutionUpdate, Event](data, "type")
	case "tool_execution_end":
		return readAs[ToolExecutionEnd, Event](data, "type")
	case "turn_end":
		return readAs[TurnEnd, Event](data, "type")
	case "retry":
		return readAs[RetryEvent, Event](data, "type")
	case "error":
		return readAs[ErrorEvent, Event](data, "type")
	case "agent_end":
		return readAs[AgentEnd, Event](data, "type")
	}
	return unknown(data, "type")
}

// AgentStart: A run begins. `messages` opens this run (the prompt); it is not the history. Its type is
// "agent_start".
type AgentStart struct {
	Messages []Message `json:"messages"`
	raw
}

func (AgentStart) isRPCOutput() {}

func (AgentStart) isEvent() {}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *AgentStart) UnmarshalJSON(data []byte) error {
	type plain AgentStart
	read := struct {
		*plain
		Messages []json.RawMessage `json:"messages"`
	}{plain: (*plain)(v)}
	if err := v.raw.read(data, &read); err != nil {
		return err
	}
	v.Messages = decodeEach(read.Messages, decodeMessage)
	return nil
}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v AgentStart) MarshalJSON() ([]byte, error) {
	type plain AgentStart
	return encode(struct {
		Type string `json:"type"`
		plain
	}{"agent_start", plain(v)})
}

// TurnStart: A turn (one model call and its tools) begins; counted from 1 within the run. Its type is
// "turn_start".
type TurnStart struct {
	Turn int64 `json:"turn"`
	raw
}

func (TurnStart) isRPCOutput() {}

func (TurnStart) isEvent() {}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *TurnStart) UnmarshalJSON(data []byte) error {
	type plain TurnStart
	return v.raw.read(data, (*plain)(v))
}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v TurnStart) MarshalJSON() ([]byte, error) {
	type plain TurnStart
	return encode(struct {
		Type string `json:"type"`
		plain
	}{"turn_start", plain(v)})
}

// MessageStart: A message entered the conversation. An assistant message is empty here and grows by
// updates. Its type is "message_start".
type MessageStart struct {
	Message Message `json:"message"`
	raw
}

func (MessageStart) isRPCOutput() {}

func (MessageStart) isEvent() {}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *MessageStart) UnmarshalJSON(data []byte) error {
	type plain MessageStart
	read := struct {
		*plain
		Message json.RawMessage `json:"message"`
	}{plain: (*plain)(v)}
	if err := v.raw.read(data, &read); err != nil {
		return err
	}
	v.Message = decodeMessage(read.Message)
	return nil
}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v MessageStart) MarshalJSON() ([]byte, error) {
	type plain MessageStart
	return encode(struct {
		Type string `json:"type"`
		plain
	}{"message_start", plain(v)})
}

// MessageUpdate: A piece of the streamed assistant message. `message` is a reference, never the growing
// partial, unless the host asked for full updates. Its type is "message_update".
type MessageUpdate struct {
	Message     MessageOrRef       `json:"message"`
	StreamEvent MessageStreamEvent `json:"stream_event"`
	raw
}

func (MessageUpdate) isRPCOutput() {}

func (MessageUpdate) isEvent() {}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *MessageUpdate) UnmarshalJSON(data []byte) error {
	type plain MessageUpdate
	read := struct {
		*plain
		Message     json.RawMessage `json:"message"`
		StreamEvent json.RawMessage `json:"stream_event"`
	}{plain: (*plain)(v)}
	if err := v.raw.read(data, &read); err != nil {
		return err
	}
	v.Message = decodeMessageOrRef(read.Message)
	v.StreamEvent = decodeMessageStreamEvent(read.StreamEvent)
	return nil
}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v MessageUpdate) MarshalJSON() ([]byte, error) {
	type plain MessageUpdate
	return encode(struct {
		Type string `json:"type"`
		plain
	}{"message_update", plain(v)})
}

// MessageRef: A message named without its content.
type MessageRef struct {
	ID   string `json:"id"`
	Role string `json:"role"`
	raw
}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *MessageRef) UnmarshalJSON(data []byte) error {
	type plain MessageRef
	return v.raw.read(data, (*plain)(v))
}

// MessageStreamEvent: What may stand inside a `message_update`: everything but `retry`, which the loop
// passes on at top level. It is one of TextDelta, ThinkingDelta, ToolCallStart, ToolCallArgsDelta,
// ToolCallEnd, UsageEvent, StopEvent, or Unknown.
type MessageStreamEvent interface{ isMessageStreamEvent() }

func (Unknown) isMessageStreamEvent() {}

// decodeMessageStreamEvent reads it by its type. What this version does not know, or cannot read, is Unknown.
func decodeMessageStreamEvent(data json.RawMessage) MessageStreamEvent {
	switch tagOf(data, "type") {
	case "text_delta":
		return readAs[TextDelta, MessageStreamEvent](data, "type")
	case "thinking_delta":
		return readAs[ThinkingDelta, MessageStreamEvent](data, "type")
	case "tool_call_start":
		return readAs[ToolCallStart, MessageStreamEvent](data, "type")
	case "tool_call_args_delta":
		return readAs[ToolCallArgsDelta, MessageStreamEvent](data, "type")
	case "tool_call_end":
		return readAs[ToolCallEnd, MessageStreamEvent](data, "type")
	case "usage":
		return readAs[UsageEvent, MessageStreamEvent](data, "type")
	case "stop":
		return readAs[StopEvent, MessageStreamEvent](data, "type")
	}
	return unknown(data, "type")
}

// TextDelta: A piece of the answer. `index` is the content block's place in the message. Its type is
// "text_delta".
type TextDelta struct {
	Delta string `json:"delta"`
	Index int64  `json:"index"`
	raw
}

func (TextDelta) isMessageStreamEvent() {}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *TextDelta) UnmarshalJSON(data []byte) error {
	type plain TextDelta
	return v.raw.read(data, (*plain)(v))
}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v TextDelta) MarshalJSON() ([]byte, error) {
	type plain TextDelta
	return encode(struct {
		Type string `json:"type"`
		plain
	}{"text_delta", plain(v)})
}

// ThinkingDelta: A piece of the model's thinking. `index` is the content block's place in the message.
// Its type is "thinking_delta".
type ThinkingDelta struct {
	Delta string `json:"delta"`
	Index int64  `json:"index"`
	raw
}

func (ThinkingDelta) isMessageStreamEvent() {}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *ThinkingDelta) UnmarshalJSON(data []byte) error {
	type plain ThinkingDelta
	return v.raw.read(data, (*plain)(v))
}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v ThinkingDelta) MarshalJSON() ([]byte, error) {
	type plain ThinkingDelta
	return encode(struct {
		Type string `json:"type"`
		plain
	}{"thinking_delta", plain(v)})
}

// ToolCallStart: The model began a tool call. `index` is the content block's place in the message. Its
// type is "tool_call_start".
type ToolCallStart struct {
	ToolCallID string `json:"tool_call_id"`
	Name       string `json:"name"`
	Index      int64  `json:"index"`
	raw
}

func (ToolCallStart) isMessageStreamEvent() {}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *ToolCallStart) UnmarshalJSON(data []byte) error {
	type plain ToolCallStart
	return v.raw.read(data, (*plain)(v))
}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v ToolCallStart) MarshalJSON() ([]byte, error) {
	type plain ToolCallStart
	return encode(struct {
		Type string `json:"type"`
		plain
	}{"tool_call_start", plain(v)})
}

// ToolCallArgsDelta: A piece of a call's arguments, as raw JSON text. Its type is
// "tool_call_args_delta".
type ToolCallArgsDelta struct {
	ToolCallID string `json:"tool_call_id"`
	Delta      string `json:"delta"`
	raw
}

func (ToolCallArgsDelta) isMessageStreamEvent() {}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *ToolCallArgsDelta) UnmarshalJSON(data []byte) error {
	type plain ToolCallArgsDelta
	return v.raw.read(data, (*plain)(v))
}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v ToolCallArgsDelta) MarshalJSON() ([]byte, error) {
	type plain ToolCallArgsDelta
	return encode(struct {
		Type string `json:"type"`
		plain
	}{"tool_call_args_delta", plain(v)})
}

// ToolCallEnd: A call's arguments are complete. `arguments` is `{}` when the text did not parse as a
// JSON object. Its type is "tool_call_end".
type ToolCallEnd struct {
	ToolCallID string          `json:"tool_call_id"`
	Arguments  json.RawMessage `json:"arguments"`
	raw
}

func (ToolCallEnd) isMessageStreamEvent() {}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *ToolCallEnd) UnmarshalJSON(data []byte) error {
	type plain ToolCallEnd
	return v.raw.read(data, (*plain)(v))
}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v ToolCallEnd) MarshalJSON() ([]byte, error) {
	type plain ToolCallEnd
	return encode(struct {
		Type string `json:"type"`
		plain
	}{"tool_call_end", plain(v)})
}

// UsageEvent: The totals of this call so far; the last one wins. Its type is "usage".
type UsageEvent struct {
	InputTokens      int64 `json:"input_tokens"`
	OutputTokens     int64 `json:"output_tokens"`
	CacheReadTokens  int64 `json:"cache_read_tokens"`
	CacheWriteTokens int64 `json:"cache_write_tokens"`
	ReasoningTokens  int64 `json:"reasoning_tokens"`
	// US dollars; null when the price is not known.
	CostUSD *float64 `json:"cost_usd"`
	raw
}

func (UsageEvent) isMessageStreamEvent() {}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *UsageEvent) UnmarshalJSON(data []byte) error {
	type plain UsageEvent
	return v.raw.read(data, (*plain)(v))
}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v UsageEvent) MarshalJSON() ([]byte, error) {
	type plain UsageEvent
	return encode(struct {
		Type string `json:"type"`
		plain
	}{"usage", plain(v)})
}

// StopEvent: The model stopped. Absent when the call was aborted or failed. Its type is "stop".
type StopEvent struct {
	StopReason StopReason `json:"stop_reason"`
	raw
}

func (StopEvent) isMessageStreamEvent() {}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *StopEvent) UnmarshalJSON(data []byte) error {
	type plain StopEvent
	return v.raw.read(data, (*plain)(v))
}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v StopEvent) MarshalJSON() ([]byte, error) {
	type plain StopEvent
	return encode(struct {
		Type string `json:"type"`
		plain
	}{"stop", plain(v)})
}

// MessageEnd: A message is final and authoritative: safe to persist. Its type is "message_end".
type MessageEnd struct {
	Message Message `json:"message"`
	raw
}

func (MessageEnd) isRPCOutput() {}

func (MessageEnd) isEvent() {}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *MessageEnd) UnmarshalJSON(data []byte) error {
	type plain MessageEnd
	read := struct {
		*plain
		Message json.RawMessage `json:"message"`
	}{plain: (*plain)(v)}
	if err := v.raw.read(data, &read); err != nil {
		return err
	}
	v.Message = decodeMessage(read.Message)
	return nil
}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v MessageEnd) MarshalJSON() ([]byte, error) {
	type plain MessageEnd
	return encode(struct {
		Type string `json:"type"`
		plain
	}{"message_end", plain(v)})
}

// ToolExecutionStart: A tool call was taken up. Its type is "tool_execution_start".
type ToolExecutionStart struct {
	ToolCallID string          `json:"tool_call_id"`
	ToolName   string          `json:"tool_name"`
	Arguments  json.RawMessage `json:"arguments"`
	raw
}

func (ToolExecutionStart) isRPCOutput() {}

func (ToolExecutionStart) isEvent() {}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *ToolExecutionStart) UnmarshalJSON(data []byte) error {
	type plain ToolExecutionStart
	return v.raw.read(data, (*plain)(v))
}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v ToolExecutionStart) MarshalJSON() ([]byte, error) {
	type plain ToolExecutionStart
	return encode(struct {
		Type string `json:"type"`
		plain
	}{"tool_execution_start", plain(v)})
}

// ToolExecutionUpdate: Output of a running tool since the last update, never all of it. Its type is
// "tool_execution_update".
type ToolExecutionUpdate struct {
	ToolCallID string `json:"tool_call_id"`
	ToolName   string `json:"tool_name"`
	Delta      string `json:"delta"`
	raw
}

func (ToolExecutionUpdate) isRPCOutput() {}

func (ToolExecutionUpdate) isEvent() {}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *ToolExecutionUpdate) UnmarshalJSON(data []byte) error {
	type plain ToolExecutionUpdate
	return v.raw.read(data, (*plain)(v))
}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v ToolExecutionUpdate) MarshalJSON() ([]byte, error) {
	type plain ToolExecutionUpdate
	return encode(struct {
		Type string `json:"type"`
		plain
	}{"tool_execution_update", plain(v)})
}

// ToolExecutionEnd: A tool call is over. Its type is "tool_execution_end".
type ToolExecutionEnd struct {
	ToolCallID string            `json:"tool_call_id"`
	ToolName   string            `json:"tool_name"`
	Result     ToolResultMessage `json:"result"`
	raw
}

func (ToolExecutionEnd) isRPCOutput() {}

func (ToolExecutionEnd) isEvent() {}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *ToolExecutionEnd) UnmarshalJSON(data []byte) error {
	type plain ToolExecutionEnd
	return v.raw.read(data, (*plain)(v))
}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v ToolExecutionEnd) MarshalJSON() ([]byte, error) {
	type plain ToolExecutionEnd
	return encode(struct {
		Type string `json:"type"`
		plain
	}{"tool_execution_end", plain(v)})
}

// TurnEnd: A turn is over. Its type is "turn_end".
type TurnEnd struct {
	Turn        int64            `json:"turn"`
	Message     AssistantMessage `json:"message"`
	ToolResults []MessageOrRef   `json:"tool_results"`
	// The line would have been too long: `tool_results` holds references.
	Truncated *bool `json:"truncated,omitempty"`
	raw
}

func (TurnEnd) isRPCOutput() {}

func (TurnEnd) isEvent() {}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *TurnEnd) UnmarshalJSON(data []byte) error {
	type plain TurnEnd
	read := struct {
		*plain
		ToolResults []json.RawMessage `json:"tool_results"`
	}{plain: (*plain)(v)}
	if err := v.raw.read(data, &read); err != nil {
		return err
	}
	v.ToolResults = decodeEach(read.ToolResults, decodeMessageOrRef)
	return nil
}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v TurnEnd) MarshalJSON() ([]byte, error) {
	type plain TurnEnd
	return encode(struct {
		Type string `json:"type"`
		plain
	}{"turn_end", plain(v)})
}

// RetryEvent: A failed attempt will be repeated after a pause. One before each re-attempt. Its type is
// "retry".
type RetryEvent struct {
	// Counts the upcoming attempt, from 1: the first retry says 2.
	Attempt int64 `json:"attempt"`
	// The number of retries allowed, plus one.
	TotalAttempts int64   `json:"total_attempts"`
	DelaySeconds  float64 `json:"delay_seconds"`
	// Such as `APIStatusError: HTTP 429: rate limited`.
	Reason string `json:"reason"`
	raw
}

func (RetryEvent) isRPCOutput() {}

func (RetryEvent) isEvent() {}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *RetryEvent) UnmarshalJSON(data []byte) error {
	type plain RetryEvent
	return v.raw.read(data, (*plain)(v))
}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v RetryEvent) MarshalJSON() ([]byte, error) {
	type plain RetryEvent
	return encode(struct {
		Type string `json:"type"`
		plain
	}{"retry", plain(v)})
}

// ErrorEvent: Something went wrong in a run. Never has an `id` key: that marks the control message of
// the same name. Its type is "error".
type ErrorEvent struct {
	Error string `json:"error"`
	// False: the same request cannot succeed until something changes; the text says what.
	Recoverable bool `json:"recoverable"`
	// The provider's HTTP status.
	Status *int64     `json:"status,omitempty"`
	Code   *ErrorCode `json:"code,omitempty"`
	raw
}

func (ErrorEvent) isRPCOutput() {}

func (ErrorEvent) isEvent() {}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *ErrorEvent) UnmarshalJSON(data []byte) error {
	type plain ErrorEvent
	return v.raw.read(data, (*plain)(v))
}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v ErrorEvent) MarshalJSON() ([]byte, error) {
	type plain ErrorEvent
	return encode(struct {
		Type string `json:"type"`
		plain
	}{"error", plain(v)})
}

// ErrorCode: Machine-readable kinds of failure.
type ErrorCode string

// The values of ErrorCode that this version knows; there may be others.
const (
	ErrorCodeRateLimit       ErrorCode = "rate_limit"
	ErrorCodeOverloaded      ErrorCode = "overloaded"
	ErrorCodeServerError     ErrorCode = "server_error"
	ErrorCodeAuth            ErrorCode = "auth"
	ErrorCodeModelNotFound   ErrorCode = "model_not_found"
	ErrorCodeContextOverflow ErrorCode = "context_overflow"
	ErrorCodeContentFilter   ErrorCode = "content_filter"
	ErrorCodeNetwork         ErrorCode = "network"
	ErrorCodeTimeout         ErrorCode = "timeout"
	ErrorCodeInvalidRequest  ErrorCode = "invalid_request"
	ErrorCodeInvalidResponse ErrorCode = "invalid_response"
	ErrorCodeReplayMismatch  ErrorCode = "replay_mismatch"
	ErrorCodeMaxTurns        ErrorCode = "max_turns"
	ErrorCodeMaxTokens       ErrorCode = "max_tokens"
	ErrorCodePlugin          ErrorCode = "plugin"
	ErrorCodeCompaction      ErrorCode = "compaction"
	ErrorCodeInternal        ErrorCode = "internal"
)

// AgentEnd: The run is over; nothing of it follows. Its type is "agent_end".
type AgentEnd struct {
	// The messages this run added.
	Messages []MessageOrRef `json:"messages"`
	// Why the run failed, or null.
	Error      *string    `json:"error"`
	StopReason StopReason `json:"stop_reason"`
	// The line would have been too long: `messages` holds references.
	Truncated *bool `json:"truncated,omitempty"`
	raw
}

func (AgentEnd) isRPCOutput() {}

func (AgentEnd) isEvent() {}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *AgentEnd) UnmarshalJSON(data []byte) error {
	type plain AgentEnd
	read := struct {
		*plain
		Messages []json.RawMessage `json:"messages"`
	}{plain: (*plain)(v)}
	if err := v.raw.read(data, &read); err != nil {
		return err
	}
	v.Messages = decodeEach(read.Messages, decodeMessageOrRef)
	return nil
}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v AgentEnd) MarshalJSON() ([]byte, error) {
	type plain AgentEnd
	return encode(struct {
		Type string `json:"type"`
		plain
	}{"agent_end", plain(v)})
}

// SessionEventParams: An event of a session, as it happens.
type SessionEventParams struct {
	SessionID string `json:"session_id"`
	// From 1; given when the loop emits.
	Seq   int64 `json:"seq"`
	Event Event `json:"event"`
	// How many more events were merged into this one; `seq` is the last one's.
	Merged *int64 `json:"merged,omitempty"`
	raw
}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *SessionEventParams) UnmarshalJSON(data []byte) error {
	type plain SessionEventParams
	read := struct {
		*plain
		Event json.RawMessage `json:"event"`
	}{plain: (*plain)(v)}
	if err := v.raw.read(data, &read); err != nil {
		return err
	}
	v.Event = decodeEvent(read.Event)
	return nil
}

// SessionParams: Names a session.
type SessionParams struct {
	SessionID string `json:"session_id"`
	raw
}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *SessionParams) UnmarshalJSON(data []byte) error {
	type plain SessionParams
	return v.raw.read(data, (*plain)(v))
}

// SessionIdleParams: A run has ended: exactly one for each, after `agent_end`.
type SessionIdleParams struct {
	SessionID  string     `json:"session_id"`
	StopReason StopReason `json:"stop_reason"`
	raw
}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *SessionIdleParams) UnmarshalJSON(data []byte) error {
	type plain SessionIdleParams
	return v.raw.read(data, (*plain)(v))
}

// SessionGapParams: Events were left out for a client that reads too slowly; `session.events` gives
// them, or the transcript.
type SessionGapParams struct {
	SessionID string `json:"session_id"`
	// The last event this client was sent.
	After int64 `json:"after"`
	raw
}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *SessionGapParams) UnmarshalJSON(data []byte) error {
	type plain SessionGapParams
	return v.raw.read(data, (*plain)(v))
}

// ToolInvokeParams: A call of a tool that lives in the client.
type ToolInvokeParams struct {
	SessionID  string          `json:"session_id"`
	ToolCallID string          `json:"tool_call_id"`
	ToolName   string          `json:"tool_name"`
	Arguments  json.RawMessage `json:"arguments"`
	raw
}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *ToolInvokeParams) UnmarshalJSON(data []byte) error {
	type plain ToolInvokeParams
	return v.raw.read(data, (*plain)(v))
}

// ToolInvokeResult: What it came to.
type ToolInvokeResult struct {
	Content Content `json:"content"`
	IsError *bool   `json:"is_error,omitempty"`
	// For hosts; never sent to a model.
	Details json.RawMessage `json:"details,omitempty"`
}

// PermissionRequestParams: A call that needs consent.
type PermissionRequestParams struct {
	ToolCallID string `json:"tool_call_id"`
	ToolName   string `json:"tool_name"`
	// What the tool would be run with.
	Arguments json.RawMessage `json:"arguments"`
	// Why it is asked.
	Reason string `json:"reason"`
	// What `allow_always` would allow from now on, in words; absent: it allows this call only, as `allow`
	// does.
	Always    *string `json:"always,omitempty"`
	SessionID string  `json:"session_id"`
	raw
}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *PermissionRequestParams) UnmarshalJSON(data []byte) error {
	type plain PermissionRequestParams
	return v.raw.read(data, (*plain)(v))
}

// PermissionRequestResult: The consent, or none.
type PermissionRequestResult struct {
	// `allow_always` lasts for the session.
	Decision PermissionDecision `json:"decision"`
	// Why not; the model reads it.
	Reason *string `json:"reason,omitempty"`
}

// UserAskParams: A question of the model to the person behind the client.
type UserAskParams struct {
	SessionID string   `json:"session_id"`
	Question  string   `json:"question"`
	Choices   []string `json:"choices,omitempty"`
	raw
}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *UserAskParams) UnmarshalJSON(data []byte) error {
	type plain UserAskParams
	return v.raw.read(data, (*plain)(v))
}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v UserAskParams) MarshalJSON() ([]byte, error) {
	type plain UserAskParams
	return encode(struct {
		Choices *[]string `json:"choices,omitempty"`
		plain
	}{some(v.Choices), plain(v)})
}

// UserAskResult: Their answer.
type UserAskResult struct {
	Answer string `json:"answer"`
}

// HookCallName: A decision of the agent that a client may take part in.
type HookCallName string

// The values of HookCallName that this version knows; there may be others.
const (
	HookCallNameBeforeToolCall HookCallName = "before_tool_call"
	HookCallNameAfterToolCall  HookCallName = "after_tool_call"
	HookCallNameUserPrompt     HookCallName = "user_prompt"
)

// HookCallParams: A decision the client takes part in.
type HookCallParams struct {
	SessionID string       `json:"session_id"`
	Hook      HookCallName `json:"hook"`
	// `before_tool_call`: `{tool_call_id, tool_name, arguments}`; `after_tool_call`: the same with
	// `result`; `user_prompt`: `{text}`.
	Input json.RawMessage `json:"input"`
	raw
}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *HookCallParams) UnmarshalJSON(data []byte) error {
	type plain HookCallParams
	return v.raw.read(data, (*plain)(v))
}

// HookCallResult: What it wants changed: `{deny}` or `{arguments}`, `{content?, is_error?, details?}`,
// `{text}`; absent: nothing.
type HookCallResult struct {
	Output json.RawMessage `json:"output,omitempty"`
}

// MCPServer: An MCP server that is started as a child process, or reached over HTTP.
type MCPServer struct {
	Name    string            `json:"name"`
	Command *string           `json:"command,omitempty"`
	Args    []string          `json:"args,omitempty"`
	Env     map[string]string `json:"env,omitempty"`
	URL     *string           `json:"url,omitempty"`
	Headers map[string]string `json:"headers,omitempty"`
}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v MCPServer) MarshalJSON() ([]byte, error) {
	type plain MCPServer
	return encode(struct {
		Args    *[]string          `json:"args,omitempty"`
		Env     *map[string]string `json:"env,omitempty"`
		Headers *map[string]string `json:"headers,omitempty"`
		plain
	}{some(v.Args), some(v.Env), some(v.Headers), plain(v)})
}

// PermissionMode: `ask`: reads in the workspace are free, everything else needs an answer. `allow`:
// nothing is asked. `read-only`: what `ask` would ask for is denied at once.
type PermissionMode string

// The values of PermissionMode that this version knows; there may be others.
const (
	PermissionModeAsk      PermissionMode = "ask"
	PermissionModeAllow    PermissionMode = "allow"
	PermissionModeReadOnly PermissionMode = "read-only"
)

// SessionSettings: How a session is set up. What is absent is as the options of the process say.
type SessionSettings struct {
	// The folder its tools work in, absolute.
	Cwd *string `json:"cwd,omitempty"`
	// As `--model` takes it.
	Model   *string `json:"model,omitempty"`
	BaseURL *string `json:"base_url,omitempty"`
	// A key of its own; in no log, no event and no file.
	APIKey   *string           `json:"api_key,omitempty"`
	Headers  map[string]string `json:"headers,omitempty"`
	Thinking *ThinkingLevel    `json:"thinking,omitempty"`
	// Replaces the built-in system prompt.
	SystemPrompt *string `json:"system_prompt,omitempty"`
	// Added to its end.
	AppendSystemPrompt *string `json:"append_system_prompt,omitempty"`
	// Names of built-in tools; absent: all of them.
	Tools []string `json:"tools,omitempty"`
	// Tools that live in the client; they are there whatever `tools` says.
	HostTools      []HostTool      `json:"host_tools,omitempty"`
	PermissionMode *PermissionMode `json:"permission_mode,omitempty"`
	MCPServers     []MCPServer     `json:"mcp_servers,omitempty"`
	// Paths, or names of installed packages.
	Plugins []string `json:"plugins,omitempty"`
	// False: it is not kept on disk.
	Persist *bool `json:"persist,omitempty"`
	// `full`: every `message_update` carries the whole partial message.
	MessageUpdates *string `json:"message_updates,omitempty"`
}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v SessionSettings) MarshalJSON() ([]byte, error) {
	type plain SessionSettings
	return encode(struct {
		Headers    *map[string]string `json:"headers,omitempty"`
		Tools      *[]string          `json:"tools,omitempty"`
		HostTools  *[]HostTool        `json:"host_tools,omitempty"`
		MCPServers *[]MCPServer       `json:"mcp_servers,omitempty"`
		Plugins    *[]string          `json:"plugins,omitempty"`
		plain
	}{some(v.Headers), some(v.Tools), some(v.HostTools), some(v.MCPServers), some(v.Plugins), plain(v)})
}

// SessionResumeParams: Goes on with a session, from disk, or with the live one.
type SessionResumeParams struct {
	SessionID string `json:"session_id"`
	// The folder its tools work in, absolute.
	Cwd *string `json:"cwd,omitempty"`
	// As `--model` takes it.
	Model   *string `json:"model,omitempty"`
	BaseURL *string `json:"base_url,omitempty"`
	// A key of its own; in no log, no event and no file.
	APIKey   *string           `json:"api_key,omitempty"`
	Headers  map[string]string `json:"headers,omitempty"`
	Thinking *ThinkingLevel    `json:"thinking,omitempty"`
	// Replaces the built-in system prompt.
	SystemPrompt *string `json:"system_prompt,omitempty"`
	// Added to its end.
	AppendSystemPrompt *string `json:"append_system_prompt,omitempty"`
	// Names of built-in tools; absent: all of them.
	Tools []string `json:"tools,omitempty"`
	// Tools that live in the client; they are there whatever `tools` says.
	HostTools      []HostTool      `json:"host_tools,omitempty"`
	PermissionMode *PermissionMode `json:"permission_mode,omitempty"`
	MCPServers     []MCPServer     `json:"mcp_servers,omitempty"`
	// Paths, or names of installed packages.
	Plugins []string `json:"plugins,omitempty"`
	// False: it is not kept on disk.
	Persist *bool `json:"persist,omitempty"`
	// `full`: every `message_update` carries the whole partial message.
	MessageUpdates *string `json:"message_updates,omitempty"`
}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v SessionResumeParams) MarshalJSON() ([]byte, error) {
	type plain SessionResumeParams
	return encode(struct {
		Headers    *map[string]string `json:"headers,omitempty"`
		Tools      *[]string          `json:"tools,omitempty"`
		HostTools  *[]HostTool        `json:"host_tools,omitempty"`
		MCPServers *[]MCPServer       `json:"mcp_servers,omitempty"`
		Plugins    *[]string          `json:"plugins,omitempty"`
		plain
	}{some(v.Headers), some(v.Tools), some(v.HostTools), some(v.MCPServers), some(v.Plugins), plain(v)})
}

// SessionCreateResult: The answer to `session.create`.
type SessionCreateResult struct {
	SessionID string `json:"session_id"`
	// `PROVIDER/ID`.
	Model string `json:"model"`
	// Every tool the model has.
	Tools []string `json:"tools"`
	raw
}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *SessionCreateResult) UnmarshalJSON(data []byte) error {
	type plain SessionCreateResult
	return v.raw.read(data, (*plain)(v))
}

// SessionResumeResult: The answer to `session.resume`.
type SessionResumeResult struct {
	SessionID string `json:"session_id"`
	// `PROVIDER/ID`.
	Model string `json:"model"`
	// Every tool the model has.
	Tools         []string `json:"tools"`
	MessagesCount int64    `json:"messages_count"`
	// Whether a run is going on.
	Running bool `json:"running"`
	raw
}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *SessionResumeResult) UnmarshalJSON(data []byte) error {
	type plain SessionResumeResult
	return v.raw.read(data, (*plain)(v))
}

// SessionForkParams: Copies a session up to and including a message and the results of its calls.
type SessionForkParams struct {
	SessionID string `json:"session_id"`
	MessageID string `json:"message_id"`
}

// SessionListParams: Which sessions a list shows.
type SessionListParams struct {
	// Those of this folder; absent: of every folder.
	Cwd *string `json:"cwd,omitempty"`
	// How many at most; absent: 100.
	Limit *int64 `json:"limit,omitempty"`
	// The id of a session: only those behind it.
	Before *string `json:"before,omitempty"`
}

// SessionRowReport: A session as lists show it.
type SessionRowReport struct {
	SessionID string `json:"session_id"`
	Cwd       string `json:"cwd"`
	// The beginning of the first prompt.
	Title string `json:"title"`
	// Milliseconds since the epoch.
	Created int64 `json:"created"`
	// Milliseconds since the epoch.
	Updated       int64 `json:"updated"`
	MessagesCount int64 `json:"messages_count"`
	Running       bool  `json:"running"`
	raw
}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *SessionRowReport) UnmarshalJSON(data []byte) error {
	type plain SessionRowReport
	return v.raw.read(data, (*plain)(v))
}

// SessionListResult: The answer to `session.list`, newest first.
type SessionListResult struct {
	Sessions []SessionRowReport `json:"sessions"`
	raw
}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *SessionListResult) UnmarshalJSON(data []byte) error {
	type plain SessionListResult
	return v.raw.read(data, (*plain)(v))
}

// SessionSendParams: Runs a prompt; answered when the run has ended.
type SessionSendParams struct {
	SessionID string       `json:"session_id"`
	Text      string       `json:"text"`
	Images    []ImageInput `json:"images,omitempty"`
}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v SessionSendParams) MarshalJSON() ([]byte, error) {
	type plain SessionSendParams
	return encode(struct {
		Images *[]ImageInput `json:"images,omitempty"`
		plain
	}{some(v.Images), plain(v)})
}

// SessionSendResult: How a run ended.
type SessionSendResult struct {
	// The user's message; null when a slash command answered by itself.
	MessageID *string `json:"message_id"`
	// The last message of the run; null when there was none.
	LastMessageID *string    `json:"last_message_id"`
	StopReason    StopReason `json:"stop_reason"`
	// Why the run failed, or null.
	Error *string `json:"error"`
	// What a slash command said that answers by itself.
	Output *string `json:"output,omitempty"`
	raw
}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *SessionSendResult) UnmarshalJSON(data []byte) error {
	type plain SessionSendResult
	return v.raw.read(data, (*plain)(v))
}

// SessionResetResult: Where the conversation that begins with a reset is kept.
type SessionResetResult struct {
	// The id under which it can be resumed once this session is closed; null when it is not kept on disk.
	SavedAs *string `json:"saved_as"`
	raw
}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *SessionResetResult) UnmarshalJSON(data []byte) error {
	type plain SessionResetResult
	return v.raw.read(data, (*plain)(v))
}

// SessionAbortParams: Stops the run.
type SessionAbortParams struct {
	SessionID string `json:"session_id"`
	// Drop what waits in the queues too.
	ClearQueue *bool `json:"clear_queue,omitempty"`
}

// SessionAbortResult: What still waits after an abort.
type SessionAbortResult struct {
	Queued QueueLengths `json:"queued"`
	raw
}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *SessionAbortResult) UnmarshalJSON(data []byte) error {
	type plain SessionAbortResult
	return v.raw.read(data, (*plain)(v))
}

// SessionCompactParams: Summarises the older part of the conversation.
type SessionCompactParams struct {
	SessionID string `json:"session_id"`
	// What the summary should pay attention to.
	Instructions *string `json:"instructions,omitempty"`
}

// SessionCompactResult: What came of it; null when there was nothing to summarise or it was aborted.
type SessionCompactResult struct {
	Compaction *CompactionReport `json:"compaction"`
	raw
}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *SessionCompactResult) UnmarshalJSON(data []byte) error {
	type plain SessionCompactResult
	return v.raw.read(data, (*plain)(v))
}

// SessionSetModelParams: Changes the model, from the next model call on.
type SessionSetModelParams struct {
	SessionID string `json:"session_id"`
	Model     string `json:"model"`
}

// SessionSetThinkingParams: Changes how much the model thinks, from the next model call on.
type SessionSetThinkingParams struct {
	SessionID string        `json:"session_id"`
	Level     ThinkingLevel `json:"level"`
}

// SessionMessagesParams: Asks for the transcript.
type SessionMessagesParams struct {
	SessionID string `json:"session_id"`
	// The id of a message: only those behind it, itself excluded.
	After *string `json:"after,omitempty"`
}

// SessionMessagesResult: The transcript, or its oldest part that fits.
type SessionMessagesResult struct {
	Messages []Message `json:"messages"`
	// More follow: ask again with the last one's id as `after`.
	Truncated *bool `json:"truncated,omitempty"`
	raw
}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *SessionMessagesResult) UnmarshalJSON(data []byte) error {
	type plain SessionMessagesResult
	read := struct {
		*plain
		Messages []json.RawMessage `json:"messages"`
	}{plain: (*plain)(v)}
	if err := v.raw.read(data, &read); err != nil {
		return err
	}
	v.Messages = decodeEach(read.Messages, decodeMessage)
	return nil
}

// SessionEventsParams: Asks for events that were missed.
type SessionEventsParams struct {
	SessionID string `json:"session_id"`
	// The `seq` of the last event that was seen; 0: all.
	After int64 `json:"after"`
}

// NumberedEvent: An event with its number in the session.
type NumberedEvent struct {
	Seq   int64 `json:"seq"`
	Event Event `json:"event"`
	raw
}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *NumberedEvent) UnmarshalJSON(data []byte) error {
	type plain NumberedEvent
	read := struct {
		*plain
		Event json.RawMessage `json:"event"`
	}{plain: (*plain)(v)}
	if err := v.raw.read(data, &read); err != nil {
		return err
	}
	v.Event = decodeEvent(read.Event)
	return nil
}

// EventsFound: All events after a number.
type EventsFound struct {
	Events []NumberedEvent `json:"events"`
	raw
}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *EventsFound) UnmarshalJSON(data []byte) error {
	type plain EventsFound
	return v.raw.read(data, (*plain)(v))
}

// EventsGap: They are not all held any more.
type EventsGap struct {
	// The transcript as it is now, or its newest part that fits.
	Messages []Message `json:"messages"`
	// The newest event: what comes next has the number behind it.
	Seq int64 `json:"seq"`
	// Whether a run goes on now. When not, the end of the last one may be among what is missing.
	Running bool `json:"running"`
	// The transcript begins earlier: `session.messages` gives all of it.
	Truncated *bool `json:"truncated,omitempty"`
	raw
}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *EventsGap) UnmarshalJSON(data []byte) error {
	type plain EventsGap
	read := struct {
		*plain
		Messages []json.RawMessage `json:"messages"`
	}{plain: (*plain)(v)}
	if err := v.raw.read(data, &read); err != nil {
		return err
	}
	v.Messages = decodeEach(read.Messages, decodeMessage)
	return nil
}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v EventsGap) MarshalJSON() ([]byte, error) {
	type plain EventsGap
	return encode(struct {
		Gap bool `json:"gap"`
		plain
	}{true, plain(v)})
}

// ClientInfo: Who a client is.
type ClientInfo struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// ClientCapabilities: What a client can be asked.
type ClientCapabilities struct {
	// It answers `permission.request`.
	Permissions *bool `json:"permissions,omitempty"`
	// It answers `user.ask`: the model has the tool `ask_user`.
	Ask *bool `json:"ask,omitempty"`
	// It answers `hook.call` for these.
	Hooks []HookCallName `json:"hooks,omitempty"`
}

// MarshalJSON writes it with what tells it from others, and what is there although it is empty.
func (v ClientCapabilities) MarshalJSON() ([]byte, error) {
	type plain ClientCapabilities
	return encode(struct {
		Hooks *[]HookCallName `json:"hooks,omitempty"`
		plain
	}{some(v.Hooks), plain(v)})
}

// InitializeParams: Opens the conversation between client and server; nothing else is answered before.
type InitializeParams struct {
	// `letscode-jsonrpc/MAJOR` or `letscode-jsonrpc/MAJOR.MINOR`.
	Protocol string     `json:"protocol"`
	Client   ClientInfo `json:"client"`
	// What a server asks for that listens on a socket.
	Token        *string             `json:"token,omitempty"`
	Capabilities *ClientCapabilities `json:"capabilities,omitempty"`
}

// ServerCapabilities: What this server can do.
type ServerCapabilities struct {
	// Tools of the client may be given to a session.
	HostTools   bool           `json:"host_tools"`
	Permissions bool           `json:"permissions"`
	Ask         bool           `json:"ask"`
	Hooks       []HookCallName `json:"hooks"`
	raw
}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *ServerCapabilities) UnmarshalJSON(data []byte) error {
	type plain ServerCapabilities
	return v.raw.read(data, (*plain)(v))
}

// ServerInfo: Who the server is.
type ServerInfo struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	raw
}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *ServerInfo) UnmarshalJSON(data []byte) error {
	type plain ServerInfo
	return v.raw.read(data, (*plain)(v))
}

// InitializeResult: The answer to `initialize`.
type InitializeResult struct {
	Protocol     string             `json:"protocol"`
	Server       ServerInfo         `json:"server"`
	Capabilities ServerCapabilities `json:"capabilities"`
	// The longest frame this side reads.
	MaxFrameBytes int64 `json:"max_frame_bytes"`
	raw
}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *InitializeResult) UnmarshalJSON(data []byte) error {
	type plain InitializeResult
	return v.raw.read(data, (*plain)(v))
}

// PingResult: The answer to `ping`.
type PingResult struct {
	// Milliseconds since the epoch.
	Time int64 `json:"time"`
	raw
}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *PingResult) UnmarshalJSON(data []byte) error {
	type plain PingResult
	return v.raw.read(data, (*plain)(v))
}

// ModelRow: A model as lists show it.
type ModelRow struct {
	// `PROVIDER/ID`.
	ID              string `json:"id"`
	Provider        string `json:"provider"`
	ContextWindow   *int64 `json:"context_window"`
	MaxOutputTokens *int64 `json:"max_output_tokens"`
	Images          bool   `json:"images"`
	Thinking        *bool  `json:"thinking"`
	raw
}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *ModelRow) UnmarshalJSON(data []byte) error {
	type plain ModelRow
	return v.raw.read(data, (*plain)(v))
}

// ModelsListResult: The answer to `models.list`.
type ModelsListResult struct {
	Models []ModelRow `json:"models"`
	raw
}

// UnmarshalJSON reads it, and keeps the JSON it was read from.
func (v *ModelsListResult) UnmarshalJSON(data []byte) error {
	type plain ModelsListResult
	return v.raw.read(data, (*plain)(v))
}
