package letscode

import (
	"os"
	"path/filepath"
	"testing"
)

// realHome is where the caches of Go are.
var realHome = os.Getenv("HOME")

// TestMain lets the tests use the command that was built, and nothing of the user's own. Started again with one of these
// variables this program is a letscode that is none, or a host.
func TestMain(m *testing.M) {
	if mode := os.Getenv("LETSCODE_FAKE"); mode != "" {
		fake(mode)
		return
	}
	if dir := os.Getenv("LETSCODE_HOST"); dir != "" {
		host(dir)
		return
	}
	if os.Getenv("LETSCODE_COMMAND") == "" {
		built, _ := filepath.Abs("../../dist/cli/letscode.cjs")
		os.Setenv("LETSCODE_COMMAND", built)
	}
	home, err := os.MkdirTemp("", "letscode-test-")
	if err != nil {
		panic(err)
	}
	for _, name := range []string{"XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"} {
		os.Unsetenv(name)
	}
	os.Setenv("HOME", home)
	code := m.Run()
	os.RemoveAll(home)
	os.Exit(code)
}
