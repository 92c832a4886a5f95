package letscode

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
)

// RPCProtocol is what an RPCClient speaks.
const RPCProtocol = "letscode-rpc/1"

// line makes one write of a message.
func line(body []byte) []byte { return append(body, '\n') }

// lineReader reads lines of any length up to the limit, cut at line feeds and nowhere else.
func lineReader(r io.Reader) *bufio.Scanner {
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 64<<10), maxBytes+2)
	return lines
}

// readLines heeds what comes until nothing more does: heed gets what is no answer to a command.
func readLines(p *pipe, heed func(kind string, line json.RawMessage), report func(string)) {
	lines := lineReader(p.transport)
	for lines.Scan() {
		if len(lines.Bytes()) == 0 {
			continue
		}
		kind := tagOf(lines.Bytes(), "type")
		if kind == "" {
			report(fmt.Sprintf("a line that cannot be read was dropped: %.100q", lines.Bytes()))
			continue
		}
		line := append(json.RawMessage(nil), lines.Bytes()...)
		switch kind {
		case "done":
			answered(p, line, nil, report)
		case "error":
			if refused := controlError(line); refused != nil {
				answered(p, line, refused, report)
			} else {
				heed(kind, line)
			}
		default:
			heed(kind, line)
		}
	}
	err := lines.Err()
	if err == bufio.ErrTooLong {
		err = &protocolError{"what letscode wrote cannot be read: a line is longer than 64 MiB"}
	}
	p.close(p.transport.explain(err))
}

func answered(p *pipe, line json.RawMessage, refused *CommandError, report func(string)) {
	id, _ := strconv.ParseInt(string(fieldOf(line, "id")), 10, 64)
	switch then := p.take(id); {
	case then != nil && refused != nil:
		then(answer{err: refused})
	case then != nil:
		then(answer{json: line})
	case refused != nil:
		report("letscode says: " + refused.Message)
	}
}

// controlError is a refusal; nil of what happened in a run, which is an event.
func controlError(line json.RawMessage) *CommandError {
	var said ControlError
	if fieldOf(line, "id") == nil || json.Unmarshal(line, &said) != nil {
		return nil
	}
	refused := &CommandError{Message: said.Error, Recoverable: said.Recoverable}
	if said.Code != nil {
		refused.Code = *said.Code
	}
	return refused
}

// command is a command with an id of its own.
func command(of any) func(id int64) any {
	return func(id int64) any { return numbered{id, of} }
}

type numbered struct {
	id int64
	of any
}

func (n numbered) MarshalJSON() ([]byte, error) {
	body, err := encode(n.of)
	if err != nil {
		return nil, err
	}
	return append(fmt.Appendf(nil, `{"id":%d,`, n.id), body[1:]...), nil
}

// done sends a command and waits for what it comes to.
func done(ctx context.Context, p *pipe, of RPCInput) (DoneMessage, error) {
	var said DoneMessage
	answer, err := p.call(ctx, command(of), asIs)
	if err == nil {
		err = json.Unmarshal(answer, &said)
	}
	if err == nil && said.Error != nil {
		err = &CommandError{Message: *said.Error, Recoverable: true}
	}
	return said, err
}
