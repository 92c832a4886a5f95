package letscode

import (
	"os"
	"path/filepath"
	"testing"
)

// TestMain lets the tests use the command that was built, and nothing of the user's own.
func TestMain(m *testing.M) {
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
	// The caches of Go itself stay where they are.
	if os.Getenv("GOCACHE") == "" {
		if cache, err := os.UserCacheDir(); err == nil {
			os.Setenv("GOCACHE", filepath.Join(cache, "go-build"))
		}
	}
	os.Setenv("HOME", home)
	code := m.Run()
	os.RemoveAll(home)
	os.Exit(code)
}
