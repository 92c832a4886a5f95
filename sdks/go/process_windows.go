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

func signalGroup(leader *os.Process, _ syscall.Signal) { _ = leader.Kill() }

func howItEnded(state *os.ProcessState) (int, os.Signal) { return state.ExitCode(), nil }
