package letscode

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
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
	// OnStderr is told what it writes on stderr, as it comes.
	OnStderr func(text string)
}

func (o ProcessOptions) start(mode string, more ...string) (*process, error) {
	command, err := findCommand(o.Command)
	if err != nil {
		return nil, err
	}
	words := append(command, "--mode", mode, "--parent-pid", pid())
	return startProcess(append(append(words, o.Args...), more...), o.Dir, o.Env, o.OnStderr)
}

func findCommand(given []string) ([]string, error) {
	if len(given) > 1 {
		return append([]string(nil), given...), nil
	}
	named := os.Getenv("LETSCODE_COMMAND")
	if len(given) == 1 {
		named = given[0]
	}
	if named == "" {
		named, _ = exec.LookPath("letscode")
	}
	if named == "" {
		named = installed()
	}
	if named == "" {
		return nil, errors.New("no letscode command was found on PATH nor in node_modules: `npm install -g letscode`, or say where it " +
			"is: Command: []string{\"node\", \"/path/to/letscode.cjs\"}, or the variable LETSCODE_COMMAND")
	}
	switch filepath.Ext(named) {
	case ".js", ".cjs", ".mjs":
		return []string{"node", named}, nil
	}
	return []string{named}, nil
}

func installed() string {
	folder, err := os.Getwd()
	for err == nil {
		if found, err := exec.LookPath(filepath.Join(folder, "node_modules", ".bin", "letscode")); err == nil {
			return found
		}
		above := filepath.Dir(folder)
		if above == folder || strings.TrimSpace(above) == "" {
			break
		}
		folder = above
	}
	return ""
}
