package letscode

import (
	"encoding/json"
	"maps"
	"math"
	"reflect"
	"regexp"
	"strings"
)

// bindings are what the placeholders of one transcript stand for.
type bindings struct {
	values, messages map[string]any
}

func newBindings() *bindings { return &bindings{map[string]any{}, map[string]any{}} }

var (
	placeholder = regexp.MustCompile(`^\$([a-z]+)(\d*)$`)
	filled      = regexp.MustCompile(`"\$([a-z]+\d+)"`)
	sessionID   = regexp.MustCompile(`^\d{8}-[0-9a-z]{8}$`)
	versionText = regexp.MustCompile(`^\d+\.\d+\.\d+`)
)

var kinds = map[string]func(any) bool{
	"id":      func(v any) bool { s, ok := v.(string); return ok && len(s) >= 1 && len(s) <= 12 },
	"session": func(v any) bool { s, ok := v.(string); return ok && sessionID.MatchString(s) },
	"seq":     func(v any) bool { return isWhole(v, 1) },
	"ms":      func(v any) bool { return isWhole(v, 0) },
	"text":    func(v any) bool { _, ok := v.(string); return ok },
	"version": func(v any) bool { s, ok := v.(string); return ok && versionText.MatchString(s) },
	"json":    func(any) bool { return true },
	"usage":   func(v any) bool { return hasFields(v, 6) },
	"models": func(v any) bool {
		rows, ok := v.([]any)
		for _, row := range rows {
			ok = ok && hasFields(row, 6)
		}
		return ok && len(rows) > 0
	},
}

func isWhole(v any, least float64) bool {
	n, ok := v.(float64)
	return ok && n == math.Trunc(n) && n >= least
}

func hasFields(v any, count int) bool {
	fields, ok := v.(map[string]any)
	return ok && len(fields) == count
}

// matches binds only when all of it matches.
func (b *bindings) matches(pattern, actual any) bool {
	values, messages := maps.Clone(b.values), maps.Clone(b.messages)
	if b.same(pattern, actual) {
		return true
	}
	b.values, b.messages = values, messages
	return false
}

func (b *bindings) fill(text string) string {
	return filled.ReplaceAllStringFunc(text, func(found string) string {
		value, ok := b.values[strings.Trim(found, `"$`)]
		if !ok {
			return found
		}
		encoded, _ := json.Marshal(value)
		return string(encoded)
	})
}

func (b *bindings) same(pattern, actual any) bool {
	switch want := pattern.(type) {
	case string:
		if form := placeholder.FindStringSubmatch(want); form != nil && (kinds[form[1]] != nil || form[1] == "m") {
			return b.holds(form[1], form[2], actual)
		}
	case []any:
		got, ok := actual.([]any)
		if !ok || len(got) != len(want) {
			return false
		}
		for i := range want {
			if !b.same(want[i], got[i]) {
				return false
			}
		}
		return true
	case map[string]any:
		got, ok := actual.(map[string]any)
		if !ok || len(got) != len(want) {
			return false
		}
		for name, value := range want {
			if found, ok := got[name]; !ok || !b.same(value, found) {
				return false
			}
		}
		id, _ := want["id"].(string)
		if form := placeholder.FindStringSubmatch(id); form != nil && form[1] == "id" && form[2] != "" && want["timestamp"] != nil {
			b.messages[form[2]] = actual
		}
		return true
	}
	return reflect.DeepEqual(pattern, actual)
}

func (b *bindings) holds(kind, number string, actual any) bool {
	if kind == "m" {
		known, ok := b.messages[number]
		return ok && reflect.DeepEqual(known, actual)
	}
	if !kinds[kind](actual) {
		return false
	}
	if number == "" {
		return true
	}
	if known, ok := b.values[kind+number]; ok {
		return reflect.DeepEqual(known, actual)
	}
	for other, value := range b.values {
		if (kind == "id" || kind == "session") && strings.TrimRight(other, "0123456789") == kind && value == actual {
			return false
		}
	}
	b.values[kind+number] = actual
	return true
}
