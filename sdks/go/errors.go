package letscode

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"
)

// ErrClosed is what every call gets after Close, unless letscode had ended before.
var ErrClosed = errors.New("the client was closed")

// RPCError is an error that letscode answered.
type RPCError struct {
	// Code is the number of JSON-RPC.
	Code int `json:"code"`
	// Message was written for people.
	Message string `json:"message"`
	// Data is what else it says; its field code is Name.
	Data json.RawMessage `json:"data,omitempty"`
}

func (e *RPCError) Error() string { return e.Message }

// Name is letscode's own word for the error, such as "busy" or "session_not_found"; "" where it has none.
func (e *RPCError) Name() string {
	var data struct {
		Code string `json:"code"`
	}
	_ = json.Unmarshal(e.Data, &data)
	return data.Code
}

const codeCancelled = -32800

// refusal is an error as letscode answers it; name is its word for it, "" for none.
func refusal(code int, name, message string) *RPCError {
	e := &RPCError{Code: code, Message: message}
	if name != "" {
		e.Data = json.RawMessage(`{"code":"` + name + `"}`)
	}
	return e
}

// asRPCError is how an error of the program is answered.
func asRPCError(err error) *RPCError {
	var known *RPCError
	if errors.As(err, &known) {
		return known
	}
	return refusal(-32603, "", err.Error())
}

// CommandError is a command of letscode-rpc/1 that was refused, or whose work failed.
type CommandError struct {
	// Code is machine-readable; "" where there is none.
	Code ControlErrorCode
	// Message was written for people.
	Message string
	// Recoverable is false when letscode ends because of it.
	Recoverable bool
}

func (e *CommandError) Error() string { return e.Message }

// ProcessEndedError says that the letscode process ended, or could not be started: no call can be answered any more.
type ProcessEndedError struct {
	// ExitCode is -1 when a signal ended it, or when it never ran.
	ExitCode int
	// Signal is what ended it, such as syscall.SIGKILL; nil where it ended by itself.
	Signal os.Signal
	// Stderr is the last it said there, 8 KiB at most.
	Stderr string

	message string
	cause   error
}

func (e *ProcessEndedError) Error() string { return e.message }

// Unwrap is why it could not be started, such as exec.ErrNotFound; nil when it was.
func (e *ProcessEndedError) Unwrap() error { return e.cause }

// ConnectionError says that a listening letscode cannot be reached, or that the connection to it ended. Its runs go on: connect
// again, and ResumeSession.
type ConnectionError struct {
	// URL is where that letscode listens.
	URL string
	// Err is why; io.EOF when letscode closed it.
	Err error

	message string
}

func (e *ConnectionError) Error() string { return e.message }

// Unwrap is why.
func (e *ConnectionError) Unwrap() error { return e.Err }

// SilenceError says that nothing happened for longer than was allowed.
type SilenceError struct {
	// For is how long that was.
	For time.Duration

	message string
}

func (e *SilenceError) Error() string { return e.message }

func silent(format string, after time.Duration) *SilenceError {
	return &SilenceError{For: after, message: fmt.Sprintf(format, after)}
}

// protected runs a function of the program in a goroutine of its own. What keeps that from returning, a panic or the end of the
// goroutine, is a *faultError.
func protected[T any](work func() (T, error)) (result T, err error) {
	done := make(chan struct{})
	go func() {
		returned := false
		defer close(done)
		defer func() {
			if panicked := recover(); panicked != nil {
				err = &faultError{fmt.Sprintf("panic: %v", panicked)}
			} else if !returned {
				err = &faultError{"the function ended its goroutine"}
			}
		}()
		result, err = work()
		returned = true
	}()
	<-done
	return result, err
}

// faultError says how a function of the program did not return.
type faultError struct{ message string }

func (e *faultError) Error() string { return e.message }
