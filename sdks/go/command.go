package letscode

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// ProcessOptions are how letscode is started. Nothing is required.
type ProcessOptions struct {
	// Command is the program and its first arguments; a script is run by node. Empty: the variable LETSCODE_COMMAND, else
	// letscode on PATH, else the one in node_modules of the working folder or above.
	Command []string
	// Args are further flags, such as "--model", "demo".
	Args []string
	// Dir is the folder it works in; "": the program's own.
	Dir string
	// Env is all of its environment, NAME=VALUE; nil: the program's own.
	Env []string
	// Stderr gets what it writes there, as it comes. Nil: the last of it is kept for errors, and the rest is dropped.
	Stderr io.Writer
}

// open starts a letscode, or connects to one.
func (o Options) open(ctx context.Context) (transport, error) {
	if o.URL == "" {
		return o.start("jsonrpc")
	}
	_, _, err := net.SplitHostPort(strings.TrimPrefix(o.URL, "tcp://"))
	switch {
	case len(o.Command) > 0:
		return nil, errors.New("URL connects to a letscode and Command starts one: choose one of them")
	case err != nil && !strings.HasPrefix(o.URL, "unix:"):
		return nil, fmt.Errorf("URL: expected HOST:PORT or unix:PATH, got %q", o.URL)
	}
	return dial(ctx, o.URL)
}

func (o ProcessOptions) start(mode string, more ...string) (*process, error) {
	command, err := findCommand(o.Command)
	if err != nil {
		return nil, err
	}
	words := append(command, "--mode", mode, "--parent-pid", strconv.Itoa(os.Getpid()))
	return startProcess(append(append(words, o.Args...), more...), o.Dir, o.Env, o.Stderr)
}

func findCommand(given []string) ([]string, error) {
	if len(given) > 1 {
		return append([]string(nil), given...), nil
	}
	named := os.Getenv("LETSCODE_COMMAND")
	if len(given) == 1 {
		named = given[0]
	}
	if found, err := exec.LookPath("letscode"); named == "" && err == nil {
		named = found
	}
	if named == "" {
		named = installed()
	}
	if named == "" {
		return nil, &ProcessEndedError{ExitCode: -1, cause: exec.ErrNotFound, message: "no letscode command was found on PATH nor in " +
			"node_modules: `npm i -g letscode`, or say where it is: Command: []string{\"node\", \"/path/to/letscode.cjs\"}, or the " +
			"variable LETSCODE_COMMAND"}
	}
	switch filepath.Ext(named) {
	case ".js", ".cjs", ".mjs":
		return []string{"node", named}, nil
	}
	return []string{named}, nil
}

// installed is the command in node_modules of the working folder, or of one above.
func installed() string {
	folder, err := os.Getwd()
	for err == nil {
		if found, err := exec.LookPath(filepath.Join(folder, "node_modules", ".bin", "letscode")); err == nil {
			return found
		}
		above := filepath.Dir(folder)
		if above == folder {
			break
		}
		folder = above
	}
	return ""
}
