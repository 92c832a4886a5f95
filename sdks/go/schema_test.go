package letscode

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"
)

type base struct {
	ID string `json:"id"`
}

type tree struct {
	Children []tree `json:"children"`
}

func TestASchemaIsThatOfTheArguments(t *testing.T) {
	type arguments struct {
		base
		Count   int                 `json:"count" description:"how many"`
		Limit   *uint8              `json:"limit"`
		Size    string              `json:"size,omitempty" enum:"small,large"`
		Tags    []string            `json:"tags"`
		Notes   map[string]bool     `json:"notes,omitempty"`
		When    time.Time           `json:"when"`
		Data    []byte              `json:"data,omitempty"`
		Any     any                 `json:"any,omitempty"`
		Raw     json.RawMessage     `json:"raw,omitempty"`
		Inside  struct{ X float64 } `json:"inside"`
		Hidden  string              `json:"-"`
		private string
	}
	tool := NewTool("t", "T.", func(context.Context, arguments) (any, error) { return arguments{private: ""}.private, nil })
	want := `{"properties":{"any":{},"count":{"description":"how many","type":"integer"},` +
		`"data":{"contentEncoding":"base64","type":"string"},"id":{"type":"string"},` +
		`"inside":{"properties":{"X":{"type":"number"}},"required":["X"],"type":"object"},"limit":{"minimum":0,"type":"integer"},` +
		`"notes":{"additionalProperties":{"type":"boolean"},"type":"object"},"raw":{},"size":{"enum":["small","large"],"type":"string"},` +
		`"tags":{"items":{"type":"string"},"type":"array"},"when":{"type":"string"}},` +
		`"required":["id","count","tags","when","inside"],"type":"object"}`
	if string(tool.Parameters) != want {
		t.Errorf("%s", tool.Parameters)
	}
}

func TestArgumentsWithoutASchema(t *testing.T) {
	for want, make := range map[string]func(){
		"tool t: children: there is no JSON Schema for letscode.tree, which is within itself": func() {
			NewTool("t", "", func(context.Context, tree) (any, error) { return nil, nil })
		},
		"tool t: F: there is no JSON Schema for func()": func() {
			NewTool("t", "", func(context.Context, struct{ F func() }) (any, error) { return nil, nil })
		},
		"tool t: the arguments are a string; expected a struct": func() {
			NewTool("t", "", func(context.Context, string) (any, error) { return nil, nil })
		},
	} {
		func() {
			defer func() {
				if got := fmt.Sprint(recover()); got != want {
					t.Errorf("%s", got)
				}
			}()
			make()
		}()
	}
}

func TestWhatAToolReturns(t *testing.T) {
	of := func(returned any, err error) string {
		tool := Tool{Name: "t", Run: func(context.Context, json.RawMessage) (any, error) { return returned, err }}
		text, _ := encode(invoke(context.Background(), []Tool{tool}, "t", json.RawMessage(`{}`), func(string) {}))
		return string(text)
	}
	for _, one := range [][2]string{
		{of("a<b", nil), `{"content":"a<b"}`},
		{of(nil, nil), `{"content":""}`},
		{of([]int{1}, nil), `{"content":"[1]"}`},
		{of(Content{Text: "c"}, nil), `{"content":"c"}`},
		{of([]UserContent{TextBlock{Text: "b"}}, nil), `{"content":[{"type":"text","text":"b"}]}`},
		{of(TextBlock{Text: "b"}, nil), `{"content":[{"type":"text","text":"b"}]}`},
		{of(&Content{Text: "c"}, nil), `{"content":"c"}`},
		{of([]byte("bytes"), nil), `{"content":"bytes"}`},
		{of(json.RawMessage(`{"a":1}`), nil), `{"content":"{\"a\":1}"}`},
		{of(errors.New("a value"), nil), `{"content":"a value","is_error":true}`},
		{of(&ToolInvokeResult{Content: Content{Text: "r"}, IsError: Ptr(true)}, nil), `{"content":"r","is_error":true}`},
		{of(ToolInvokeResult{Content: Content{Text: "r"}, Details: json.RawMessage(`{"d":1}`)}, nil), `{"content":"r","details":{"d":1}}`},
		{of(nil, fmt.Errorf("no")), `{"content":"no","is_error":true}`},
		{of(func() {}, nil), `{"content":"json: unsupported type: func()","is_error":true}`},
	} {
		if one[0] != one[1] {
			t.Errorf("%s, expected %s", one[0], one[1])
		}
	}
}

func TestEncodedIsWhatWasDecoded(t *testing.T) {
	for _, text := range []string{
		`{"type":"done","id":null,"messages":[],"compaction":null}`,
		`{"type":"done","id":{"a":[1]},"output":"x"}`,
		`{"type":"done","id":3}`,
	} {
		var done DoneMessage
		if err := json.Unmarshal([]byte(text), &done); err != nil {
			t.Fatal(err)
		}
		var want, got any
		again, err := json.Marshal(done)
		_, _ = json.Unmarshal([]byte(text), &want), json.Unmarshal(again, &got)
		if err != nil || fmt.Sprint(got) != fmt.Sprint(want) || string(RawJSON(done)) != text {
			t.Errorf("%s: %s %v", text, again, err)
		}
	}
}
