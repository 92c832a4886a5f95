package letscode

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// The language of the transcripts; conformance/README.md explains it.

type expected struct {
	at       int
	pattern  any
	repeated bool
}

type part struct {
	kind string // message, bytes or raw
	body []byte
}

type step struct {
	at    int
	kind  string
	text  string
	n     int
	parts []part
	lanes [][]expected
}

type transcript struct {
	door      string
	args      []string
	stdioOnly bool
	steps     []step
}

func (t transcript) pipes() []string {
	switch {
	case t.door == "rpc" || t.stdioOnly:
		return []string{"stdio"}
	case t.door == "serve":
		return []string{"tcp", "unix"}
	}
	return []string{"stdio", "tcp", "unix"}
}

var rawPart = regexp.MustCompile(`^>raw (".*")(?: \* ([1-9]\d*))?$`)

var expectation = regexp.MustCompile(`^<(?:([+|])|([1-9])(\+?))? `)

func parseTranscript(text string) (transcript, error) {
	t := transcript{door: "rpc", args: []string{"--model", "demo"}}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for index := 0; index < len(lines); index++ {
		line, at := lines[index], index+1
		rest := func(mark string) []string {
			var found []string
			for index+1 < len(lines) && strings.HasPrefix(lines[index+1], mark) {
				index++
				found = append(found, lines[index][len(mark):])
			}
			return found
		}
		add := func(one step) {
			one.at = at
			t.steps = append(t.steps, one)
		}
		if line == "" || !strings.ContainsRune("><#|!=@", rune(line[0])) {
			continue
		}
		before, after, _ := strings.Cut(line, ": ")
		switch form := expectation.FindStringSubmatch(line); {
		case form != nil:
			var pattern any
			whole := line[len(form[0]):] + strings.Join(rest("  "), "")
			if err := json.Unmarshal([]byte(whole), &pattern); err != nil {
				return t, fmt.Errorf("line %d: %w", at, err)
			}
			t.expect(form, expected{at, pattern, form[1] == "+" || form[3] == "+"})
		case line == ">eof":
			add(step{kind: "eof"})
		case line == ">gone" || line == ">deaf" || line == ">hear":
			add(step{kind: line[1:]})
		case strings.HasPrefix(line, ">"):
			if len(t.steps) == 0 || t.steps[len(t.steps)-1].kind != "send" {
				add(step{kind: "send"})
			}
			one, err := partOf(line)
			if err != nil {
				return t, fmt.Errorf("line %d: %w", at, err)
			}
			last := &t.steps[len(t.steps)-1]
			last.parts = append(last.parts, one)
		case strings.HasPrefix(line, "! "):
			add(step{kind: "stderr", text: line[2:] + "\n"})
		case strings.HasPrefix(line, "= exit "):
			code, _ := strconv.Atoi(line[7:])
			add(step{kind: "exit", n: code})
		case line == "= closed":
			add(step{kind: "closed"})
		case strings.HasPrefix(line, "@ "):
			number, _ := strconv.Atoi(line[2:])
			add(step{kind: "connection", n: number})
		case before == "# door":
			t.door = after
		case before == "# args":
			t.args = strings.Split(after, " ")
		case line == "# over: stdio":
			t.stdioOnly = true
		case before == "# file":
			written := ""
			for _, one := range rest("|") {
				written += strings.TrimPrefix(one, " ") + "\n"
			}
			add(step{kind: "file", text: after, parts: []part{{body: []byte(written)}}})
		default:
			return t, fmt.Errorf("line %d begins like a step and is none: %s", at, line)
		}
	}
	return t, nil
}

func (t *transcript) expect(form []string, line expected) {
	kind := "in order"
	if form[2] != "" {
		kind = "lanes"
	} else if form[1] == "|" {
		kind = "any order"
	}
	if len(t.steps) == 0 || t.steps[len(t.steps)-1].kind != kind {
		t.steps = append(t.steps, step{at: line.at, kind: kind})
	}
	last := &t.steps[len(t.steps)-1]
	place := 0
	if form[2] != "" {
		place = int(form[2][0] - '1')
	} else if kind == "any order" {
		place = len(last.lanes)
	}
	for len(last.lanes) <= place {
		last.lanes = append(last.lanes, nil)
	}
	last.lanes[place] = append(last.lanes[place], line)
}

func partOf(line string) (part, error) {
	switch {
	case strings.HasPrefix(line, "> "):
		return part{"message", []byte(line[2:])}, nil
	case strings.HasPrefix(line, ">x "):
		body, err := hex.DecodeString(strings.ReplaceAll(line[3:], " ", ""))
		return part{"bytes", body}, err
	case rawPart.MatchString(line):
		form, text, times := rawPart.FindStringSubmatch(line), "", 1
		err := json.Unmarshal([]byte(form[1]), &text)
		if form[2] != "" {
			times, _ = strconv.Atoi(form[2])
		}
		return part{"raw", bytes.Repeat([]byte(text), times)}, err
	}
	return part{}, fmt.Errorf("no step: %s", line)
}
