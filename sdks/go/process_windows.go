package letscode

import (
	"os"
	"os/exec"
	"syscall"
)

// ownGroup keeps a console's Ctrl+C for the program.
func ownGroup(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

func signalGroup(command *exec.Cmd, _ bool) { _ = command.Process.Kill() }

func howItEnded(state *os.ProcessState) (code int, signal string) { return state.ExitCode(), "" }
