package letscode

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// ErrClosed is what every call gets after Close.
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
	// Signal is the name of what ended it; "" where it ended by itself.
	Signal string
	// Stderr is the last it said there.
	Stderr string

	message string
}

func (e *ProcessEndedError) Error() string { return e.message }

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

// panicError is what a function of the program panicked with.
func panicError(recovered any) error {
	if err, ok := recovered.(error); ok {
		return err
	}
	return fmt.Errorf("panic: %v", recovered)
}
