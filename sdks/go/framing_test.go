package letscode

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
)

func framesOf(r io.Reader) ([]string, error) {
	reader, found := bufio.NewReaderSize(r, 64<<10), []string(nil)
	for {
		body, err := readFrame(reader)
		if err != nil {
			return found, err
		}
		found = append(found, string(body))
	}
}

func TestFramesInAnyForm(t *testing.T) {
	big := strings.Repeat("\u2028ä😀", 1<<20)
	text := "content-LENGTH:\t 4 \r\nX-Other: 1\r\n\r\n\"ä\"" + "Content-Length: 2\n\n{}" + "Content-Length : 0\r\n\r\n" + string(frame([]byte(big)))
	want := []string{`"ä"`, "{}", "", big}
	for name, reader := range map[string]io.Reader{
		"whole": strings.NewReader(text), "halves": iotest.HalfReader(strings.NewReader(text)), "bytes": iotest.OneByteReader(strings.NewReader(text)),
	} {
		if got, err := framesOf(reader); err != io.EOF || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %d %v", name, len(got), err)
		}
	}
}

func TestWhatIsNoFrame(t *testing.T) {
	for _, text := range []string{
		"\r\n\r\n", "X-Other: 1\r\n\r\n{}", "Content-Length: -1\r\n\r\n", "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
		"Content-Length: two\r\n\r\n", "Content-Length: 67108865\r\n\r\n", "Content-Length: \r\n\r\n", "X: " + strings.Repeat("x", 9<<10) + "\r\n",
		strings.Repeat("X: y\r\n", 2<<10), strings.Repeat("x", 100<<10),
	} {
		var broken *protocolError
		if got, err := framesOf(strings.NewReader(text)); !errors.As(err, &broken) || got != nil {
			t.Errorf("%.30q: %q %v", text, got, err)
		}
	}
	for _, text := range []string{"Content-Le", "Content-Length: 5\r\n\r\n{}"} {
		if _, err := framesOf(strings.NewReader(text)); err == nil || err == io.EOF && strings.Contains(text, "\n") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestLinesAreCutAtLineFeedsOnly(t *testing.T) {
	long := strings.Repeat("\u2028\u0085", 1<<20)
	lines, got := lineReader(iotest.HalfReader(strings.NewReader("a\rb\r\n\n"+long+"\nlast"))), []string(nil)
	for lines.Scan() {
		got = append(got, lines.Text())
	}
	if want := []string{"a\rb", "", long, "last"}; !reflect.DeepEqual(got, want) || lines.Err() != nil {
		t.Errorf("%d %v", len(got), lines.Err())
	}
}

func TestFieldsAreThoseThatADecoderFinds(t *testing.T) {
	documents := []string{
		`{}`, ` { } `, `{"a":1}`, `{"a" : [1, {"b":"}"}, "]"] , "c":"\\", "d":"\"}", "e":null,"f":-1.5e3}`, "{\n\t\"a\": true,\r\n\t\"ä\\u00e4\": \"\\ud83d\\ude00\"\n}",
		`{"a":{},"b":[],"c":"","d":{"e":{"f":[[[{}]]]}}}`, `{"jsonrpc":"2.0","id":0,"result":{"text":"\\\\\" \u2028"}}`,
	}
	for _, document := range documents {
		var want map[string]json.RawMessage
		if err := json.Unmarshal([]byte(document), &want); err != nil {
			t.Fatal(err)
		}
		got := map[string]json.RawMessage{}
		err := eachField([]byte(document), func(name string, value json.RawMessage) bool { got[name] = value; return true })
		if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: %s %v", document, got, err)
		}
		for end := range strings.TrimRight(document, " ") {
			if err := eachField([]byte(document[:end]), func(string, json.RawMessage) bool { return true }); err == nil {
				t.Errorf("%s: a part of it is an object", document[:end])
			}
		}
	}
	for _, document := range []string{``, `[]`, `null`, `"{}"`, `{1:2}`, `{"a"}`, `{"a":}`, `{"a":1 "b":2}`, `{"a":1,,}`} {
		if err := eachField([]byte(document), func(string, json.RawMessage) bool { return true }); err == nil {
			t.Errorf("%s is an object", document)
		}
	}
}

// FuzzFields never fails on what a decoder takes, and never panics.
func FuzzFields(f *testing.F) {
	for _, seed := range []string{`{"a":[1,"\"",{}],"b":"\\"}`, `{"a":`, `{"a":1}`, `}`, `{"":}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		count := 0
		err := eachField(data, func(string, json.RawMessage) bool { count++; return true })
		var fields map[string]json.RawMessage
		if json.Unmarshal(data, &fields) == nil && fields != nil && (err != nil || count < len(fields)) {
			t.Errorf("%q: %d of %d fields, %v", data, count, len(fields), err)
		}
	})
}
