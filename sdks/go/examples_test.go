package letscode

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// oldest is the first release of Go that the module promises to work with.
const oldest = "go1.22.12"

// newer lets go get a release that ranges over functions, where it is none itself.
const newer = "GOTOOLCHAIN=auto"

// golang runs the go command with the user's own caches; it may need the module proxy.
func golang(t *testing.T, dir string, env []string, words ...string) (string, error) {
	t.Helper()
	command := exec.Command("go", words...)
	command.Dir = dir
	command.Env = append(append(os.Environ(), "HOME="+realHome, "GOFLAGS=", "GOWORK=off"), env...)
	out, err := command.CombinedOutput()
	return string(out), err
}

// orOffline skips a test that needs what is on the network, where there is none; in CI there is one.
func orOffline(t *testing.T, out string, err error) {
	t.Helper()
	if err == nil {
		return
	}
	if os.Getenv("CI") != "true" && regexp.MustCompile(`dial tcp|no such host|i/o timeout|module lookup disabled|connection refused`).MatchString(out) {
		t.Skipf("the module proxy cannot be reached: %s", out)
	}
	t.Fatalf("%v\n%s", err, out)
}

func TestTheExamplesRunAsWritten(t *testing.T) {
	bin := t.TempDir()
	for module, programs := range map[string]map[string]string{
		"examples":        {"quickstart": "This is letscode's built-in demo, a script", "rpc": "This is letscode's built-in demo, a script"},
		"examples/sqlite": {"sqlite": `✓ query [{"cents":13890,"customer":"Ada"},{"cents":4550,"customer":"Grace"}]`},
	} {
		out, err := golang(t, module, []string{newer}, "build", "-o", bin+string(filepath.Separator), "./...")
		orOffline(t, out, err)
		for program, want := range programs {
			command := exec.Command(filepath.Join(bin, program))
			command.Dir = t.TempDir()
			if err := os.WriteFile(filepath.Join(command.Dir, "package.json"), []byte("{}\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			if said, err := command.CombinedOutput(); err != nil || !strings.Contains(string(said), want) {
				t.Errorf("%s: %v\n%s", program, err, said)
			} else if program == "sqlite" && !strings.Contains(string(said), "✗ bash Denied: this program only answers questions about orders") {
				t.Errorf("%s", said)
			}
		}
	}
}

// blocks are the pieces of Go in the README, with the file that each is.
func blocks(t *testing.T) (pieces []string, files map[string]string) {
	t.Helper()
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	files = map[string]string{}
	for _, found := range regexp.MustCompile("(?s)(?:<!-- file: sdks/go/([^ ]+) -->\n\n)?```go\n(.*?)```").FindAllStringSubmatch(string(text), -1) {
		if found[1] != "" {
			files[found[1]] = found[2]
		} else {
			pieces = append(pieces, found[2])
		}
	}
	return pieces, files
}

func TestTheReadmeIsAsWritten(t *testing.T) {
	pieces, files := blocks(t)
	for file, text := range files {
		if written, err := os.ReadFile(file); err != nil || string(written) != text {
			t.Errorf("%s is not what the README shows (%v)", file, err)
		}
	}
	if len(files) != 2 || len(pieces) < 2 {
		t.Fatalf("%d files, %d pieces", len(files), len(pieces))
	}
	here, _ := filepath.Abs(".")
	dir := t.TempDir()
	program := "package main\n\nimport (\n\t\"context\"\n\t\"encoding/json\"\n\t\"fmt\"\n\n\t\"github.com/letscode/letscode/sdks/go\"\n)\n\n" +
		"var confirm func(context.Context, string, json.RawMessage) bool\n\nfunc main() {}\n"
	for _, piece := range pieces {
		name, _, isVariable := strings.Cut(strings.SplitN(piece, "\n", 2)[0], " := ")
		if isVariable && !strings.Contains(name, " ") {
			piece += "_ = " + name + "\n"
		}
		program += "\nfunc _(ctx context.Context, client *letscode.Client, session *letscode.Session, run *letscode.Run, lastSeq int64) {\n" + piece + "}\n"
	}
	program += "\nvar _ = fmt.Sprint\n"
	module := "module readme\n\ngo 1.23\n\nrequire github.com/letscode/letscode/sdks/go v0.0.0\n\nreplace github.com/letscode/letscode/sdks/go => " + here + "\n"
	for name, text := range map[string]string{"main.go": program, "go.mod": module} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := golang(t, dir, []string{newer}, "vet", "."); err != nil {
		t.Errorf("%v\n%s\n%s", err, out, program)
	}
}

// TestTheOldestGo runs what does not depend on the machine with the first release of Go that the module is for.
func TestTheOldestGo(t *testing.T) {
	env := []string{"GOTOOLCHAIN=" + oldest}
	out, err := golang(t, ".", env, "version")
	orOffline(t, out, err)
	if !strings.Contains(out, oldest) {
		t.Fatalf("%s", out)
	}
	out, err = golang(t, ".", env, "test", "-v", "-count=1", "-skip=Conformance|Example|Readme|OldestGo|TenMegabytes", ".")
	if passed := strings.Count(out, "\n--- PASS: "); err != nil || passed < 40 {
		t.Errorf("%d passed, %v", passed, err)
		for _, line := range strings.Split(out, "\n") {
			if strings.Contains(line, "_test.go") || strings.Contains(line, "FAIL") || strings.Contains(line, "panic") {
				t.Error(line)
			}
		}
	}
}
