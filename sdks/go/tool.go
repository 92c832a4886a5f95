package letscode

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
)

// Tool is a function of the program that the model may call; NewTool makes one.
type Tool struct {
	// Name is 1 to 64 of the characters A-Z a-z 0-9 _ -, and no name of a built-in tool that is on.
	Name string
	// Description is what the model is told of it.
	Description string
	// Parameters is the JSON Schema of its arguments, an object's.
	Parameters json.RawMessage
	// NeedsPermission false: offering it is the consent to its calls. Nil: Permissions hold for it as for the built-in ones.
	NeedsPermission *bool
	// Parallel true: it may run beside other calls of the same turn.
	Parallel *bool
	// Run gets the arguments, which fit the schema. The context ends when nobody waits for the result any more; ToolCallID tells
	// which call it is. What it returns is a string, Content, []UserContent or one of them, a ToolInvokeResult, or anything else, of
	// which the model reads the JSON. An error is what the model reads as the failure, and so is a panic.
	Run func(ctx context.Context, arguments json.RawMessage) (any, error)
}

// NewTool makes a tool of a function. The schema comes from the struct of its arguments: the tag json names a field (",omitempty"
// or a pointer: it may be absent), the tag description says what it is, and the tag enum lists the strings it may be, with commas
// between. Panics without a function, and when the struct has something for which there is no schema; set Parameters and Run of a
// Tool by hand then.
func NewTool[Arguments any](name, description string, run func(context.Context, Arguments) (any, error)) Tool {
	schema, err := schemaOf(reflect.TypeFor[Arguments]())
	if err == nil && run == nil {
		err = errors.New("run is nil; expected a function")
	}
	if err == nil && schema["properties"] == nil {
		err = fmt.Errorf("the arguments are a %v; expected a struct", reflect.TypeFor[Arguments]())
	}
	if err != nil {
		panic(fmt.Sprintf("tool %s: %v", name, err))
	}
	parameters, _ := encode(schema)
	return Tool{
		Name: name, Description: description, Parameters: parameters,
		Run: func(ctx context.Context, data json.RawMessage) (any, error) {
			var arguments Arguments
			if err := json.Unmarshal(data, &arguments); err != nil {
				return nil, err
			}
			return run(ctx, arguments)
		},
	}
}

// Free is the same tool, whose calls need nobody's permission.
func (t Tool) Free() Tool {
	t.NeedsPermission = Ptr(false)
	return t
}

func (t Tool) spec() HostTool {
	return HostTool{Name: t.Name, Description: t.Description, Parameters: t.Parameters, NeedsPermission: t.NeedsPermission, Parallel: t.Parallel}
}

func specs(tools []Tool) (all []HostTool, err error) {
	for _, one := range tools {
		switch {
		case one.Run == nil:
			return nil, fmt.Errorf("tool %q: Run is nil; expected a function", one.Name)
		case !json.Valid(one.Parameters):
			return nil, fmt.Errorf("tool %q: Parameters is no JSON; expected the schema of an object", one.Name)
		}
		all = append(all, one.spec())
	}
	return all, nil
}

type toolCallKey struct{}

// ToolCallID is the id of the call that a tool's function runs for; "" elsewhere.
func ToolCallID(ctx context.Context) string {
	id, _ := ctx.Value(toolCallKey{}).(string)
	return id
}

func withToolCall(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, toolCallKey{}, id)
}

// invoke runs the tool of this name. What the function fails with becomes an error result.
func invoke(ctx context.Context, tools []Tool, name string, arguments json.RawMessage, report func(string)) ToolInvokeResult {
	returned, err := protected(func() (any, error) { return run(ctx, tools, name, arguments) })
	if fault := new(faultError); errors.As(err, &fault) {
		report(fmt.Sprintf("tool %s: %v", name, err))
	}
	var result ToolInvokeResult
	if err == nil {
		result, err = resultOf(returned)
	}
	if err != nil {
		return ToolInvokeResult{Content: Content{Text: err.Error()}, IsError: Ptr(true)}
	}
	return result
}

func run(ctx context.Context, tools []Tool, name string, arguments json.RawMessage) (any, error) {
	for _, one := range tools {
		if one.Name == name {
			return one.Run(ctx, arguments)
		}
	}
	return nil, fmt.Errorf("the program has no tool %s", name)
}

func resultOf(returned any) (ToolInvokeResult, error) {
	switch value := returned.(type) {
	case ToolInvokeResult:
		return value, nil
	case *ToolInvokeResult:
		return deref(value), nil
	case Content:
		return ToolInvokeResult{Content: value}, nil
	case *Content:
		return ToolInvokeResult{Content: deref(value)}, nil
	case []UserContent:
		return ToolInvokeResult{Content: Content{Blocks: value}}, nil
	case UserContent:
		return ToolInvokeResult{Content: Content{Blocks: []UserContent{value}}}, nil
	case string:
		return ToolInvokeResult{Content: Content{Text: value}}, nil
	case []byte:
		return ToolInvokeResult{Content: Content{Text: string(value)}}, nil
	case error:
		return ToolInvokeResult{}, value
	case nil:
		return ToolInvokeResult{}, nil
	}
	text, err := encode(returned)
	return ToolInvokeResult{Content: Content{Text: string(text)}}, err
}
