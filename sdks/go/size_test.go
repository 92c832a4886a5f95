package letscode

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// TestTheTransportStaysSmall: what a host must trust to read and write bytes fits on a few pages.
func TestTheTransportStaysSmall(t *testing.T) {
	count := 0
	for _, file := range []string{"framing.go", "transport.go", "process_unix.go", "process_windows.go", "pipe.go", "connection.go"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Split(string(text), "\n") {
			if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") {
				count++
			}
		}
	}
	if count > 400 {
		t.Errorf("it has %d lines of code", count)
	}
}

func TestTheVersionIsThatOfTheCommand(t *testing.T) {
	text, err := os.ReadFile("../../package.json")
	var about struct{ Version string }
	if err != nil || json.Unmarshal(text, &about) != nil || about.Version != Version {
		t.Errorf("%q, expected %q, %v", Version, about.Version, err)
	}
}
