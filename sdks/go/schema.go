package letscode

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
)

var (
	byJSON = reflect.TypeFor[json.Unmarshaler]()
	byText = reflect.TypeFor[encoding.TextUnmarshaler]()
)

// schemaOf is the JSON Schema of what encoding/json reads into a type. Within are the structs that this one is in.
func schemaOf(t reflect.Type, within ...reflect.Type) (map[string]any, error) {
	switch {
	case t.Kind() == reflect.Pointer:
		return schemaOf(t.Elem(), within...)
	case reflect.PointerTo(t).Implements(byText):
		return map[string]any{"type": "string"}, nil
	case reflect.PointerTo(t).Implements(byJSON):
		return map[string]any{}, nil
	}
	switch t.Kind() {
	case reflect.String:
		return map[string]any{"type": "string"}, nil
	case reflect.Bool:
		return map[string]any{"type": "boolean"}, nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return map[string]any{"type": "integer"}, nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return map[string]any{"type": "integer", "minimum": 0}, nil
	case reflect.Float32, reflect.Float64:
		return map[string]any{"type": "number"}, nil
	case reflect.Interface:
		return map[string]any{}, nil
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return map[string]any{"type": "string", "contentEncoding": "base64"}, nil
		}
		items, err := schemaOf(t.Elem(), within...)
		return map[string]any{"type": "array", "items": items}, err
	case reflect.Map:
		if t.Key().Kind() == reflect.String {
			values, err := schemaOf(t.Elem(), within...)
			return map[string]any{"type": "object", "additionalProperties": values}, err
		}
	case reflect.Struct:
		return structSchema(t, within)
	}
	return nil, fmt.Errorf("there is no JSON Schema for %v", t)
}

func structSchema(t reflect.Type, within []reflect.Type) (map[string]any, error) {
	for _, one := range within {
		if one == t {
			return nil, fmt.Errorf("there is no JSON Schema for %v, which is within itself", t)
		}
	}
	properties, required := map[string]any{}, []string{}
	for _, field := range reflect.VisibleFields(t) {
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if !field.IsExported() || field.Anonymous && name == "" || name == "-" && options == "" {
			continue
		}
		if name == "" {
			name = field.Name
		}
		schema, err := schemaOf(field.Type, append(within, t)...)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if text := field.Tag.Get("description"); text != "" {
			schema["description"] = text
		}
		if values := field.Tag.Get("enum"); values != "" {
			schema["enum"] = strings.Split(values, ",")
		}
		properties[name] = schema
		if field.Type.Kind() != reflect.Pointer && !strings.Contains(options, "omitempty") {
			required = append(required, name)
		}
	}
	return map[string]any{"type": "object", "properties": properties, "required": required}, nil
}
