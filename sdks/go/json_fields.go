package letscode

import (
	"bytes"
	"encoding/json"
	"errors"
)

var errNoObject = errors.New("it is no JSON object")

// eachField calls see for the fields of a JSON object until that says false. It jumps over the values, so that an event of
// megabytes costs little until somebody looks into it; whoever decodes a value learns whether it is good JSON.
func eachField(data []byte, see func(name string, value json.RawMessage) bool) error {
	i := skipSpace(data, 0)
	if i >= len(data) || data[i] != '{' {
		return errNoObject
	}
	for i = skipSpace(data, i+1); i < len(data) && data[i] == '"'; i = skipSpace(data, i+1) {
		end := skipString(data, i)
		colon := skipSpace(data, end)
		if colon >= len(data) || data[colon] != ':' {
			return errNoObject
		}
		start := skipSpace(data, colon+1)
		next := skipValue(data, start)
		if next > len(data) || next == start {
			return errNoObject
		}
		if !see(textOf(data[i:end]), data[start:next:next]) {
			return nil
		}
		if i = skipSpace(data, next); i < len(data) && data[i] == '}' {
			return nil
		}
		if i >= len(data) || data[i] != ',' {
			return errNoObject
		}
	}
	if i < len(data) && data[i] == '}' {
		return nil
	}
	return errNoObject
}

// textOf is a JSON string.
func textOf(quoted []byte) string {
	if bytes.IndexByte(quoted, '\\') < 0 && len(quoted) >= 2 && quoted[0] == '"' {
		return string(quoted[1 : len(quoted)-1])
	}
	var text string
	_ = json.Unmarshal(quoted, &text)
	return text
}

func skipSpace(data []byte, i int) int {
	for i < len(data) && (data[i] == ' ' || data[i] == '\n' || data[i] == '\t' || data[i] == '\r') {
		i++
	}
	return i
}

// skipString is where a string ends that begins at i; behind the end of the data when it does not.
func skipString(data []byte, i int) int {
	for i++; i < len(data); i++ {
		found := bytes.IndexByte(data[i:], '"')
		if found < 0 {
			break
		}
		i += found
		escapes := 0
		for data[i-1-escapes] == '\\' {
			escapes++
		}
		if escapes%2 == 0 {
			return i + 1
		}
	}
	return len(data) + 1
}

// skipValue is where a value ends that begins at i; behind the end of the data when it does not.
func skipValue(data []byte, i int) int {
	for depth := 0; i < len(data); {
		switch data[i] {
		case '"':
			i = skipString(data, i)
			if depth == 0 {
				return i
			}
			continue
		case '{', '[':
			depth++
		case '}', ']':
			if depth <= 1 {
				return i + depth
			}
			depth--
		case ',', ' ', '\n', '\t', '\r':
			if depth == 0 {
				return i
			}
		}
		i++
	}
	return len(data) + 1
}

// parse reads a message of JSON-RPC, and leaves its params and its result as they are.
func parse(body []byte) (m message, params, result json.RawMessage, err error) {
	other := eachField(body, func(name string, value json.RawMessage) bool {
		switch name {
		case "id":
			m.ID = value
		case "method":
			err = json.Unmarshal(value, &m.Method)
		case "params":
			params = value
		case "result":
			result = value
		case "error":
			err = json.Unmarshal(value, &m.Error)
		}
		return err == nil
	})
	return m, params, result, errors.Join(err, other)
}
