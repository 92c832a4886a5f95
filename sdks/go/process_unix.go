//go:build !windows

package letscode

import (
	"os"
	"os/exec"
	"syscall"
)

// ownGroup keeps a terminal's Ctrl+C for the program.
func ownGroup(command *exec.Cmd) { command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

func signalGroup(leader *os.Process, signal syscall.Signal) { _ = syscall.Kill(-leader.Pid, signal) }

// howItEnded is the exit code, and nil; or -1 and the signal that ended it.
func howItEnded(state *os.ProcessState) (int, os.Signal) {
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return -1, status.Signal()
	}
	return state.ExitCode(), nil
}
