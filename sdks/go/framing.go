package letscode

import (
	"bufio"
	"bytes"
	"encoding/json"
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

// framingError says that what came is no frame: nothing after it can be read.
type framingError struct{ message string }

func (e *framingError) Error() string { return e.message }

// readFrame reads the body of the next frame. io.EOF between two frames, io.ErrUnexpectedEOF within one.
func readFrame(r *bufio.Reader) ([]byte, error) {
	length, read := -1, 0
	for {
		line, err := readHeaderLine(r, &read)
		if err != nil {
			return nil, err
		}
		if line == "" && read <= 2 && length < 0 {
			return nil, &framingError{"a frame without a header"}
		}
		if line == "" {
			break
		}
		name, value, _ := strings.Cut(line, ":")
		if !strings.EqualFold(strings.TrimRight(name, " \t"), "content-length") {
			continue
		}
		n, err := strconv.ParseUint(strings.Trim(value, " \t"), 10, 32)
		if err != nil || n > maxBytes || length >= 0 {
			return nil, &framingError{fmt.Sprintf("a header without one good Content-Length: %.80q", line)}
		}
		length = int(n)
	}
	if length < 0 {
		return nil, &framingError{"a header without Content-Length"}
	}
	return readBody(r, length)
}

func readHeaderLine(r *bufio.Reader, read *int) (string, error) {
	line, err := r.ReadSlice('\n')
	began := *read > 0 || len(line) > 0
	*read += len(line)
	switch {
	case *read > maxHeader || errors.Is(err, bufio.ErrBufferFull):
		return "", &framingError{"a header block is longer than 8 KiB"}
	case err == io.EOF && began:
		return "", io.ErrUnexpectedEOF
	}
	return strings.TrimRight(string(line), "\r\n"), err
}

// readBody takes memory as the bytes come, not as they are announced.
func readBody(r io.Reader, length int) ([]byte, error) {
	if length <= 1<<20 {
		body := make([]byte, length)
		_, err := io.ReadFull(r, body)
		return body, cutShort(err)
	}
	var body bytes.Buffer
	_, err := io.CopyN(&body, r, int64(length))
	return body.Bytes(), cutShort(err)
}

func cutShort(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// readLine reads a line without its line feed, however long. What stands behind the last line feed is no line.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		if err == nil && line == nil {
			return part[:len(part)-1], nil
		}
		line = append(line, part...)
		if err == nil {
			return line[:len(line)-1], nil
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return nil, err
		}
		if len(line) > maxBytes {
			return nil, &framingError{"a line is longer than 64 MiB"}
		}
	}
}

// frame makes one write of a message.
func frame(body []byte) []byte {
	header := "Content-Length: " + strconv.Itoa(len(body)) + "\r\n\r\n"
	return append(append(make([]byte, 0, len(header)+len(body)), header...), body...)
}

// encode writes compact JSON as others do: <, > and & as they are.
func encode(message any) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(message)
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), err
}
