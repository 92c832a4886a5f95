package letscode

import (
	"bytes"
	"encoding/json"
	"reflect"
)

// Unknown is a variant that this version does not know, or cannot read.
type Unknown struct {
	// Type is what told it from others.
	Type string
	// Raw is all of it.
	Raw json.RawMessage
}

// MarshalJSON writes it as it came.
func (v Unknown) MarshalJSON() ([]byte, error) { return v.Raw.MarshalJSON() }

// RawJSON is the JSON that a value of this package was read from, with the fields that this version does not know; nil when
// it was not read.
func RawJSON(value any) json.RawMessage {
	if known, ok := value.(interface{ rawJSON() json.RawMessage }); ok {
		return known.rawJSON()
	}
	if unknown, ok := value.(Unknown); ok {
		return unknown.Raw
	}
	return nil
}

// raw keeps what a struct was read from.
type raw struct{ json *json.RawMessage } // a pointer, which nobody prints the bytes of

func (r raw) rawJSON() json.RawMessage { return deref(r.json) }

// read reads a struct, whose own this is.
func (r *raw) read(data []byte, into any) error {
	err := json.Unmarshal(data, into)
	if err == nil {
		r.json = Ptr(json.RawMessage(bytes.Clone(data)))
	}
	return err
}

// Content is a text, or blocks.
type Content struct {
	Text   string
	Blocks []UserContent
}

// MarshalJSON writes the blocks, or the text when there are none.
func (c Content) MarshalJSON() ([]byte, error) {
	if c.Blocks != nil {
		return encode(c.Blocks)
	}
	return encode(c.Text)
}

// UnmarshalJSON reads either.
func (c *Content) UnmarshalJSON(data []byte) error {
	if json.Unmarshal(data, &c.Text) == nil {
		return nil
	}
	var blocks []json.RawMessage
	err := json.Unmarshal(data, &blocks)
	c.Blocks = decodeEach(blocks, decodeUserContent)
	return err
}

// MessageOrRef is a MessageRef, or a whole message, or Unknown.
type MessageOrRef interface{ isMessageOrRef() }

func (MessageRef) isMessageOrRef() {}

func (UserMessage) isMessageOrRef() {}

func (AssistantMessage) isMessageOrRef() {}

func (ToolResultMessage) isMessageOrRef() {}

func (CustomMessage) isMessageOrRef() {}

func (Unknown) isMessageOrRef() {}

func decodeMessageOrRef(data json.RawMessage) MessageOrRef {
	if fieldOf(data, "timestamp") != nil {
		return decodeMessage(data).(MessageOrRef)
	}
	return readAs[MessageRef, MessageOrRef](data, "role")
}

// DecodeEvent reads an event, such as one that was kept of RawJSON. What this version does not know is Unknown.
func DecodeEvent(data json.RawMessage) Event { return decodeEvent(data) }

// DecodeMessage reads a message in the same way.
func DecodeMessage(data json.RawMessage) Message { return decodeMessage(data) }

// IDOf is the id of a message, or of what stands for one; "" of one that is unknown.
func IDOf(message any) string {
	read := RawJSON(message)
	if read == nil {
		read, _ = encode(message)
	}
	return tagOf(read, "id")
}

// SessionEventsResult are the events behind a number, or, when Gap is not nil, the transcript in their place.
type SessionEventsResult struct {
	Events []NumberedEvent
	Gap    *EventsGap
}

// UnmarshalJSON reads either.
func (r *SessionEventsResult) UnmarshalJSON(data []byte) error {
	if fieldOf(data, "gap") != nil {
		r.Gap = new(EventsGap)
		return json.Unmarshal(data, r.Gap)
	}
	var found EventsFound
	err := json.Unmarshal(data, &found)
	r.Events = found.Events
	return err
}

// MarshalJSON writes either.
func (r SessionEventsResult) MarshalJSON() ([]byte, error) {
	if r.Gap != nil {
		return encode(r.Gap)
	}
	return encode(EventsFound{Events: r.Events})
}

// Ptr is for optional fields: Ptr(true), Ptr("text").
func Ptr[T any](value T) *T { return &value }

// tagOf is what tells a value from others; "" where it has no such field.
func tagOf(data json.RawMessage, tag string) string { return textOf(fieldOf(data, tag)) }

// fieldOf is a field of an object, undecoded; nil where it has none of this name.
func fieldOf(data json.RawMessage, field string) (found json.RawMessage) {
	_ = eachField(data, func(name string, value json.RawMessage) bool {
		if name == field {
			found = value
		}
		return found == nil
	})
	return found
}

func unknown(data json.RawMessage, tag string) Unknown {
	return Unknown{Type: tagOf(data, tag), Raw: bytes.Clone(data)}
}

// readAs reads one variant of a union; Unknown when it cannot be read.
func readAs[Variant, Union any](data json.RawMessage, tag string) Union {
	var value Variant
	if err := any(&value).(json.Unmarshaler).UnmarshalJSON(data); err != nil {
		return any(unknown(data, tag)).(Union)
	}
	return any(value).(Union)
}

func decodeEach[T any](each []json.RawMessage, decode func(json.RawMessage) T) []T {
	if each == nil {
		return nil
	}
	values := make([]T, len(each))
	for i, data := range each {
		values[i] = decode(data)
	}
	return values
}

// some is a pointer to a list that is there, also when it is empty.
func some[T any](list T) *T {
	if reflect.ValueOf(list).IsNil() {
		return nil
	}
	return &list
}

// orNull is null where that was read, and nothing where nothing was.
func orNull[T any](value *T, read raw, name string) any {
	if value != nil {
		return value
	}
	var fields map[string]json.RawMessage
	if json.Unmarshal(read.rawJSON(), &fields) == nil && fields[name] != nil {
		return json.RawMessage("null")
	}
	return nil
}

// encode writes compact JSON as others do: <, > and & as they are.
func encode(message any) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(message)
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), err
}
