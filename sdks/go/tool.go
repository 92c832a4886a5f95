package letscode

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
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
	// Run gets the arguments, which fit the schema. The context ends when nobody waits for the result any more. It returns a
	// string, Content, []UserContent or a ToolInvokeResult; an error is what the model reads.
	Run func(ctx context.Context, arguments json.RawMessage) (any, error)
}

// NewTool makes a tool of a function. The schema comes from the struct of its arguments: the tag json names a field (",omitempty"
// or a pointer: it may be absent), the tag description says what it is. Panics when the struct has what no schema is known for;
// set Parameters and Run of a Tool by hand then.
func NewTool[Arguments any](name, description string, run func(context.Context, Arguments) (any, error)) Tool {
	schema, err := schemaOf(reflect.TypeFor[Arguments]())
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

func specs(tools []Tool) []HostTool {
	var all []HostTool
	for _, one := range tools {
		all = append(all, one.spec())
	}
	return all
}

// invoke runs the tool of this name. What the function fails with becomes an error result.
func invoke(ctx context.Context, tools []Tool, name string, arguments json.RawMessage) (result ToolInvokeResult) {
	failed := func(text string) ToolInvokeResult {
		return ToolInvokeResult{Content: Content{Text: text}, IsError: Ptr(true)}
	}
	defer func() {
		if recovered := recover(); recovered != nil {
			result = failed(panicError(recovered).Error())
		}
	}()
	for _, one := range tools {
		if one.Name != name {
			continue
		}
		returned, err := one.Run(ctx, arguments)
		if err != nil {
			return failed(err.Error())
		}
		switch value := returned.(type) {
		case string:
			return ToolInvokeResult{Content: Content{Text: value}}
		case Content:
			return ToolInvokeResult{Content: value}
		case []UserContent:
			return ToolInvokeResult{Content: Content{Blocks: value}}
		case ToolInvokeResult:
			return value
		}
		return failed(fmt.Sprintf("the tool returned %T; expected string, Content, []UserContent or ToolInvokeResult", returned))
	}
	return failed("The program has no tool " + name + ".")
}

func schemaOf(t reflect.Type) (map[string]any, error) {
	switch t.Kind() {
	case reflect.Pointer:
		return schemaOf(t.Elem())
	case reflect.String:
		return map[string]any{"type": "string"}, nil
	case reflect.Bool:
		return map[string]any{"type": "boolean"}, nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32:
		return map[string]any{"type": "integer"}, nil
	case reflect.Float32, reflect.Float64:
		return map[string]any{"type": "number"}, nil
	case reflect.Interface:
		return map[string]any{}, nil
	case reflect.Slice:
		if t == reflect.TypeFor[json.RawMessage]() {
			return map[string]any{}, nil
		}
		items, err := schemaOf(t.Elem())
		return map[string]any{"type": "array", "items": items}, err
	case reflect.Map:
		values, err := schemaOf(t.Elem())
		return map[string]any{"type": "object", "additionalProperties": values}, err
	case reflect.Struct:
		return structSchema(t)
	}
	return nil, fmt.Errorf("no JSON Schema is known for %v", t)
}

func structSchema(t reflect.Type) (map[string]any, error) {
	properties, required := map[string]any{}, []string{}
	for i := range t.NumField() {
		field := t.Field(i)
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if !field.IsExported() || name == "-" {
			continue
		}
		if name == "" {
			name = field.Name
		}
		schema, err := schemaOf(field.Type)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", field.Name, err)
		}
		if text := field.Tag.Get("description"); text != "" {
			schema["description"] = text
		}
		properties[name] = schema
		if field.Type.Kind() != reflect.Pointer && !strings.Contains(options, "omitempty") {
			required = append(required, name)
		}
	}
	return map[string]any{"type": "object", "properties": properties, "required": required}, nil
}
