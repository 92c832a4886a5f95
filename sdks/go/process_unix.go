//go:build !windows

package letscode

import (
	"os"
	"os/exec"
	"syscall"
)

// ownGroup keeps a terminal's Ctrl+C for the program.
func ownGroup(command *exec.Cmd) { command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

func signalGroup(command *exec.Cmd, kill bool) {
	signal := syscall.SIGTERM
	if kill {
		signal = syscall.SIGKILL
	}
	_ = syscall.Kill(-command.Process.Pid, signal)
}

// howItEnded is the exit code, -1 with the name of the signal when one ended it.
func howItEnded(state *os.ProcessState) (code int, signal string) {
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return -1, signalName(status.Signal())
	}
	return state.ExitCode(), ""
}

func signalName(signal syscall.Signal) string {
	names := map[syscall.Signal]string{
		syscall.SIGKILL: "SIGKILL", syscall.SIGTERM: "SIGTERM", syscall.SIGINT: "SIGINT", syscall.SIGHUP: "SIGHUP",
		syscall.SIGSEGV: "SIGSEGV", syscall.SIGABRT: "SIGABRT", syscall.SIGPIPE: "SIGPIPE", syscall.SIGBUS: "SIGBUS",
	}
	if name, ok := names[signal]; ok {
		return name
	}
	return signal.String()
}
