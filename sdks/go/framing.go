package letscode

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// maxBytes is the longest line or frame that is read or written.
const maxBytes = 64 << 20

// maxHeader is the longest header block of a frame.
const maxHeader = 8 << 10

// protocolError is what a letscode did that is there, and with which no talk is possible.
type protocolError struct{ message string }

func (e *protocolError) Error() string { return e.message }

// readFrame reads the body of the next frame.
func readFrame(r *bufio.Reader) ([]byte, error) {
	length, header := -1, []byte(nil)
	for {
		line, err := r.ReadSlice('\n')
		header = append(header, line...)
		switch {
		case len(header) > maxHeader || errors.Is(err, bufio.ErrBufferFull):
			return nil, &protocolError{"what letscode wrote cannot be read: a header block is longer than 8 KiB"}
		case err != nil:
			return nil, err
		}
		line = bytes.TrimRight(line, "\r\n")
		if len(line) == 0 && length >= 0 {
			body := make([]byte, length)
			_, err = io.ReadFull(r, body)
			return body, err
		}
		name, value, _ := strings.Cut(string(line), ":")
		if len(line) > 0 && !strings.EqualFold(strings.TrimRight(name, " \t"), "content-length") {
			continue
		}
		n, err := strconv.ParseUint(strings.Trim(value, " \t"), 10, 32)
		if err != nil || n > maxBytes || length >= 0 {
			return nil, &protocolError{fmt.Sprintf("what letscode wrote cannot be read: a header without one good Content-Length: %.80q", header)}
		}
		length = int(n)
	}
}

// frame makes one write of a message of letscode-jsonrpc/1.
func frame(body []byte) []byte {
	return append(fmt.Appendf(make([]byte, 0, len(body)+40), "Content-Length: %d\r\n\r\n", len(body)), body...)
}
