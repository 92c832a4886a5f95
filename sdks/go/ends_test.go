package letscode

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

func TestDeathIsToldToEveryCallerAtOnceWithStderr(t *testing.T) {
	client, ctx := begin(t, faking("dies"))
	session := create(t, client, ctx, SessionOptions{})
	watch := session.Watch(ctx, -1)
	run := session.Send(ctx, "hi")
	_, byResult := run.Result(ctx)
	_, byCall := client.ListModels(ctx)
	errs := []error{byResult, byCall}
	watch(func(_ SessionEvent, err error) bool { errs = append(errs, err); return false })
	var first *ProcessEndedError
	for _, err := range errs {
		var ended *ProcessEndedError
		if !errors.As(err, &ended) || first != nil && first != ended {
			t.Fatalf("%v", errs)
		}
		first = ended
	}
	if len(errs) != 3 || first.Signal != syscall.SIGKILL || first.ExitCode != -1 || first.Stderr != "the roof is on fire" ||
		first.Error() != "letscode ended, signal: killed; stderr:\nthe roof is on fire" {
		t.Errorf("%d %+v", len(errs), first)
	}
}

func TestHalfAFrameAndAnExitCode(t *testing.T) {
	client, ctx := begin(t, faking("cut"))
	_, err := create(t, client, ctx, SessionOptions{}).Send(ctx, "hi").Result(ctx)
	var ended *ProcessEndedError
	if !errors.As(err, &ended) || ended.ExitCode != 3 || ended.Signal != nil || err.Error() != "letscode ended, exit status 3; it said nothing on stderr" {
		t.Errorf("%v", err)
	}
}

func TestOneWhoseChildHoldsItsPipes(t *testing.T) {
	client, ctx := begin(t, faking("leaves"))
	start := time.Now()
	_, err := create(t, client, ctx, SessionOptions{}).Send(ctx, "hi").Result(ctx)
	var ended *ProcessEndedError
	if took := time.Since(start); !errors.As(err, &ended) || ended.ExitCode != 4 || ended.Stderr != "my child stays" || took > 8*time.Second {
		t.Errorf("%v after %v", err, took)
	}
}

func TestOneThatSaysNothingMoreAndLives(t *testing.T) {
	options := faking("mute")
	options.CloseTimeout = 100 * time.Millisecond
	client, ctx := begin(t, options)
	_, err := create(t, client, ctx, SessionOptions{}).Send(ctx, "hi").Result(ctx)
	if err == nil || !strings.Contains(err.Error(), "letscode closed its output") {
		t.Errorf("%v", err)
	}
}

func TestOneThatDoesNotReadHoldsUpNobodyWhoHasADeadline(t *testing.T) {
	options := faking("deaf")
	options.CloseTimeout = 100 * time.Millisecond
	client, ctx := begin(t, options)
	session := create(t, client, ctx, SessionOptions{})
	for range 3 {
		short, cancel := context.WithTimeout(ctx, 100*time.Millisecond)
		if err := session.Steer(short, strings.Repeat("x", 1<<20)); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%v", err)
		}
		cancel()
	}
	start := time.Now()
	client.Close()
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("closing took %v", took)
	}
	if _, signal := howItEnded(client.connection.transport.(*process).command.ProcessState); signal != syscall.SIGTERM {
		t.Errorf("%v", signal)
	}
}

func TestWhoeverWaitsAtCloseIsToldSo(t *testing.T) {
	for range 20 {
		client, ctx := begin(t, faking("waits"))
		run := create(t, client, ctx, SessionOptions{}).Send(ctx, "hi")
		client.Close()
		client.Close()
		if _, err := run.Result(ctx); err != ErrClosed {
			t.Fatal(err)
		}
	}
}

func TestHowItIsStarted(t *testing.T) {
	options := faking("waits")
	options.Args = []string{"--model", "demo"}
	client, ctx := begin(t, options)
	var words []string
	if err := client.Methods.Call(ctx, "how.started", nil, &words); err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(words[2:], " "), fmt.Sprintf("--mode jsonrpc --parent-pid %d --model demo", os.Getpid()); got != want {
		t.Errorf("%s", got)
	}
}

func TestWhatIsNoDecisionDenies(t *testing.T) {
	ask := Ask(func(context.Context, PermissionRequestParams) (Decision, error) { return Decision{}, nil })
	if got := ask.answer(context.Background(), PermissionRequestParams{}, func(string) {}); got.Decision != PermissionDecisionDeny {
		t.Errorf("%+v", got)
	}
}

func TestAnotherProtocolIsNoLetscode(t *testing.T) {
	want := `the other end speaks "letscode-jsonrpc/2"; this client speaks letscode-jsonrpc/1`
	if _, err := Start(context.Background(), faking("stranger")); err == nil || err.Error() != want {
		t.Errorf("%v", err)
	}
}

func TestGarbageAndSilenceAtTheStart(t *testing.T) {
	ctx := context.Background()
	if _, err := Start(ctx, faking("garbage")); err == nil || !strings.Contains(err.Error(), `cannot be read: a header without one good Content-Length: "hello, I am no letscode`) {
		t.Errorf("%v", err)
	}
	slow := faking("silent")
	slow.StartTimeout = time.Second
	if _, err := Start(ctx, slow); err == nil || err.Error() != "letscode did not shake hands within 1s; stderr:\nit is slow today" {
		t.Errorf("%v", err)
	}
	short, cancel := context.WithTimeout(ctx, 100*time.Millisecond)
	defer cancel()
	if _, err := Start(short, faking("silent")); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
}

func TestARunCostsWhatIsKnownOfIt(t *testing.T) {
	client, ctx := begin(t, faking("costs"))
	result := must[RunResult](t)(create(t, client, ctx, SessionOptions{}).Send(ctx, "hi").Result(ctx))
	if usage := result.Usage; usage.CostUSD == nil || *usage.CostUSD != 0.75 || usage.InputTokens != 4 || usage.OutputTokens != 8 {
		t.Errorf("%+v", usage)
	}
	client, ctx = begin(t, faking("gap"))
	result = must[RunResult](t)(create(t, client, ctx, SessionOptions{}).Send(ctx, "hi").Result(ctx))
	if result.Usage.CostUSD != nil {
		t.Errorf("nothing is known: %+v", result.Usage)
	}
}

func TestWhatThisVersionDoesNotKnowIsKeptAndHarmsNobody(t *testing.T) {
	var mu sync.Mutex
	var told []string
	options := faking("news")
	options.Report = func(line string) { mu.Lock(); told = append(told, line); mu.Unlock() }
	client, ctx := begin(t, options)
	if raw := string(RawJSON(client.Server.Server)); raw != `{"name":"fake","version":"0","novelty":[1]}` {
		t.Errorf("%s", raw)
	}
	var events []Event
	run := create(t, client, ctx, SessionOptions{}).Send(ctx, "hi")
	for run.Next() {
		events = append(events, run.Event())
	}
	must[RunResult](t)(run.Result(ctx))
	if len(events) != 6 {
		t.Fatalf("%v", events)
	}
	if raw := string(RawJSON(events[0])); raw != `{"type":"agent_start","messages":[],"novelty":1}` {
		t.Errorf("%s", raw)
	}
	if party := events[1].(Unknown); party.Type != "party" || string(party.Raw) != `{"type":"party","at":5}` {
		t.Errorf("%+v", party)
	}
	if sound := events[2].(MessageUpdate).StreamEvent.(Unknown); sound.Type != "sound_delta" || string(sound.Raw) != `{"type":"sound_delta","pitch":3}` {
		t.Errorf("%+v", sound)
	}
	if refused := string(events[3].(Unknown).Raw); !strings.Contains(refused, `"id":"x","error":{"code":-32601,"message":"method not found: client.dance"}`) {
		t.Errorf("%s", refused)
	}
	if turn := events[4].(Unknown); turn.Type != "turn_start" {
		t.Errorf("%+v", turn)
	}
	mu.Lock()
	defer mu.Unlock()
	if len(told) != 2 || !strings.Contains(told[0], "nobody waits for was dropped: 99") || !strings.Contains(told[1], `[\"no\",\"message\"]`) {
		t.Errorf("%q", told)
	}
}

func TestWhatComesRightBehindTheAnswerToAResumeIsHeard(t *testing.T) {
	client, ctx := begin(t, faking("resume"))
	decide := Ask(func(context.Context, PermissionRequestParams) (Decision, error) { return AllowAlways, nil })
	must[*Session](t)(client.ResumeSession(ctx, "s1", SessionOptions{Permissions: decide}))
	for {
		var came []string
		if err := client.Methods.Call(ctx, "what.came", struct{}{}, &came); err != nil {
			t.Fatalf("%q %v", came, err)
		}
		if strings.Contains(strings.Join(came, "\n"), `{"decision":"allow_always"}`) {
			return
		}
	}
}

func TestWhatIsSaidIsSaidInOrder(t *testing.T) {
	client, ctx := begin(t, faking("gap"))
	session := create(t, client, ctx, SessionOptions{})
	want := []string{"initialize", "session.create"}
	for range 50 {
		run := session.Send(ctx, "hi")
		if err := session.Steer(ctx, "there"); err != nil {
			t.Fatal(err)
		}
		must[RunResult](t)(run.Result(ctx))
		want = append(want, "session.send", "session.steer")
	}
	var came []string
	if err := client.Methods.Call(ctx, "what.came", struct{}{}, &came); err != nil || !reflect.DeepEqual(came, append(want, "what.came")) {
		t.Errorf("%q %v", came, err)
	}
}

func TestAGapStandsWhereNobodyHoldsTheEvents(t *testing.T) {
	options := faking("gap")
	options.MaxWaitingBytes = 1
	client, ctx := begin(t, options)
	run := create(t, client, ctx, SessionOptions{}).Send(ctx, "hi")
	must[RunResult](t)(run.Result(ctx))
	var kinds []string
	for run.Next() {
		kinds = append(kinds, fmt.Sprintf("%T", run.Event()))
		if gap, ok := run.Event().(GapEvent); ok && (len(gap.Messages) != 1 || IDOf(gap.Messages[0]) != "m1") {
			t.Errorf("%+v", gap)
		}
	}
	if want := []string{"letscode.AgentStart", "letscode.GapEvent"}; !reflect.DeepEqual(kinds, want) {
		t.Errorf("%q", kinds)
	}
}

func TestStderrIsHandedOn(t *testing.T) {
	var said bytes.Buffer
	options := faking("silent")
	options.Stderr, options.StartTimeout = &said, time.Second
	_, _ = Start(context.Background(), options)
	if said.String() != "it is slow today\n" {
		t.Errorf("%q", said.String())
	}
}

func TestWhereTheCommandComesFrom(t *testing.T) {
	t.Setenv("LETSCODE_COMMAND", "")
	t.Setenv("PATH", t.TempDir())
	inFolder(t, t.TempDir())
	_, err := Start(context.Background(), Options{})
	if err == nil || !strings.Contains(err.Error(), "`npm i -g letscode`") || !strings.Contains(err.Error(), "LETSCODE_COMMAND") {
		t.Errorf("%v", err)
	}
	project := t.TempDir()
	program := filepath.Join(project, "node_modules", ".bin", "letscode")
	deep := filepath.Join(project, "a", "b")
	if err := errors.Join(os.MkdirAll(filepath.Dir(program), 0o755), os.MkdirAll(deep, 0o755), os.WriteFile(program, []byte("#!/bin/sh\n"), 0o755)); err != nil {
		t.Fatal(err)
	}
	inFolder(t, deep)
	if words, err := findCommand(nil); err != nil || !strings.HasSuffix(words[0], "/node_modules/.bin/letscode") {
		t.Errorf("%q %v", words, err)
	}
	t.Setenv("LETSCODE_COMMAND", "/some/letscode.cjs")
	if words, err := findCommand(nil); err != nil || !reflect.DeepEqual(words, []string{"node", "/some/letscode.cjs"}) {
		t.Errorf("%q %v", words, err)
	}
	var ended *ProcessEndedError
	if _, err := Start(context.Background(), Options{ProcessOptions: ProcessOptions{Command: []string{"/no/letscode"}}}); !errors.As(err, &ended) || !strings.HasPrefix(err.Error(), "/no/letscode cannot be started") {
		t.Errorf("%v", err)
	}
}

func inFolder(t *testing.T, folder string) {
	t.Helper()
	before, _ := os.Getwd()
	if err := os.Chdir(folder); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chdir(before) })
}

// host is a program with a client whose model runs a command; it says when that has begun, and after each SIGINT that it is well.
func host(dir string) {
	ctx := context.Background()
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, syscall.SIGINT)
	client, err := Start(ctx, Options{})
	if err != nil {
		panic(err)
	}
	session, err := client.CreateSession(ctx, SessionOptions{Model: "demo", Permissions: Allow, Dir: dir})
	if err != nil {
		panic(err)
	}
	run := session.Send(ctx, `demo:tool bash {"command":"echo $PPID $$ > pid; sleep 300"}`)
	for range interrupts {
		if _, err := client.CreateSession(ctx, SessionOptions{Model: "demo", Permissions: Allow}); err != nil {
			panic(err)
		}
		select {
		case <-run.done:
			panic("the run was interrupted")
		default:
			fmt.Println("well")
		}
	}
}

func TestAHostThatIsInterruptedAndKilled(t *testing.T) {
	dir := t.TempDir()
	program := exec.Command(os.Args[0], "-test.run=^$")
	program.Env = append(os.Environ(), "LETSCODE_HOST="+dir)
	ownGroup(program)
	said, err := program.StdoutPipe()
	if err = errors.Join(err, program.Start()); err != nil {
		t.Fatal(err)
	}
	pids := pidsIn(t, dir)
	for range 2 {
		// As a terminal does it: to everybody in the group.
		signalGroup(program.Process, syscall.SIGINT)
		line := make([]byte, 5)
		if _, err := io.ReadFull(said, line); err != nil || string(line) != "well\n" {
			t.Fatalf("%q %v", line, err)
		}
	}
	_ = program.Process.Kill()
	_ = program.Wait()
	gone(t, pids)
}

// serve starts a letscode that listens, and says where.
func serve(t *testing.T, listen string) string {
	t.Helper()
	words, err := findCommand(nil)
	if err != nil {
		t.Fatal(err)
	}
	words = append(words, "serve", "--listen", listen, "--token-env", "SECRET", "--model", "demo")
	server, err := startProcess(words, t.TempDir(), append(os.Environ(), "SECRET="+token), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.end(0) })
	line, err := messagesOf(server, false)()
	if err != nil {
		t.Fatal(server.explain(err))
	}
	return strings.TrimPrefix(string(line), "letscode listening on ")
}

func TestAListeningLetscode(t *testing.T) {
	for _, listen := range []string{"127.0.0.1:0", "unix:" + filepath.Join(t.TempDir(), "s")} {
		url := serve(t, listen)
		first, ctx := begin(t, Options{URL: url, Token: token})
		session := create(t, first, ctx, SessionOptions{})
		run := session.Send(ctx, "demo:text 8\ndemo:hold")
		untilUpdate(t, run)
		session.mu.Lock()
		seen := session.seq
		session.mu.Unlock()
		_ = first.connection.transport.(*socket).Close()
		var broken *ConnectionError
		if _, err := run.Result(ctx); !errors.As(err, &broken) || broken.URL != url {
			t.Errorf("%v", err)
		}
		second, _ := begin(t, Options{URL: url, Token: token})
		again := must[*Session](t)(second.ResumeSession(ctx, session.ID, SessionOptions{Permissions: Allow}))
		watch := again.Watch(ctx, seen)
		if queued := must[QueueLengths](t)(again.Abort(ctx, true)); queued.FollowUp != 0 {
			t.Errorf("%+v", queued)
		}
		watch(func(one SessionEvent, err error) bool {
			if err != nil || one.Seq != seen+1 {
				t.Errorf("%d behind %d, %v", one.Seq, seen, err)
			}
			seen = one.Seq
			end, over := one.Event.(AgentEnd)
			if over && end.StopReason != "aborted" {
				t.Errorf("%+v", end)
			}
			return !over
		})
		second.Close()
		var refused *RPCError
		if _, err := Start(ctx, Options{URL: url, Token: "a wrong one of many letters"}); !errors.As(err, &refused) || refused.Name() != "unauthorized" {
			t.Errorf("%v", err)
		}
	}
	for options, want := range map[*Options]string{
		{URL: "http://127.0.0.1:1"}: `URL: expected HOST:PORT or unix:PATH, got "http://127.0.0.1:1"`,
		{URL: "127.0.0.1:1", ProcessOptions: ProcessOptions{Command: []string{"letscode"}}}: "URL connects to a letscode and Command starts one: choose one of them",
	} {
		if _, err := Start(context.Background(), *options); err == nil || err.Error() != want {
			t.Errorf("%v", err)
		}
	}
	var unreached *ConnectionError
	if _, err := Start(context.Background(), Options{URL: "127.0.0.1:1"}); !errors.As(err, &unreached) || !strings.Contains(err.Error(), "letscode at 127.0.0.1:1 cannot be reached") {
		t.Errorf("%v", err)
	}
}

func TestFunctionsThatDoNotReturnAnswerSo(t *testing.T) {
	for want, fail := range map[string]func(){"panic: no": func() { panic("no") }, "the function ended its goroutine": runtime.Goexit} {
		var told []string
		report := func(line string) { told = append(told, line) }
		tool := NewTool("fails", "Fails.", func(context.Context, struct{}) (any, error) { fail(); return nil, nil }).Free()
		hooks := Hooks{
			BeforeToolCall: func(_ context.Context, _ *Session, input json.RawMessage) (any, error) {
				if strings.Contains(string(input), "hooked") {
					fail()
				}
				return nil, nil
			},
			AfterToolCall: func(context.Context, *Session, json.RawMessage) (any, error) { fail(); return nil, nil },
		}
		decide := Ask(func(context.Context, PermissionRequestParams) (Decision, error) { fail(); return AllowOnce, nil })
		client, ctx := begin(t, Options{Hooks: hooks, Report: report})
		session := create(t, client, ctx, SessionOptions{Permissions: decide, Tools: []Tool{tool}})
		must[RunResult](t)(session.SendAndWait(ctx, "demo:tool bash {\"command\":\"hooked\"}\ndemo:tool bash {\"command\":\"true\"}\ndemo:tool fails {}"))
		got := fmt.Sprint(results(must[[]Message](t)(session.Messages(ctx, ""))))
		for _, part := range []string{want, "the program could not decide: " + want} {
			if !strings.Contains(got, part) {
				t.Errorf("%s", got)
			}
		}
		all := strings.Join(told, "\n")
		for _, part := range []string{"hook before_tool_call: ", "hook after_tool_call: ", "Permissions: ", "tool fails: "} {
			if !strings.Contains(all, part) || !strings.Contains(all, want) {
				t.Errorf("%s is not in %s", part, all)
			}
		}
		light, ctx := beginRPC(t, RPCOptions{Permissions: decide, Tools: []Tool{tool}})
		run := light.Prompt(ctx, "demo:tool bash {\"command\":\"true\"}\ndemo:tool fails {}")
		must[RunResult](t)(run.Result(ctx))
		if got := fmt.Sprint(results(must[[]Message](t)(light.Messages(ctx, "")))); strings.Count(got, want) != 2 {
			t.Errorf("%s", got)
		}
	}
}

func TestWhatIsNoChoiceAndNoTool(t *testing.T) {
	client, ctx := begin(t, Options{})
	for want, options := range map[string]SessionOptions{
		errNoChoice.Error():                                                 {Permissions: Ask(nil)},
		`tool "x": Run is nil; expected a function`:                         {Permissions: Allow, Tools: []Tool{{Name: "x", Parameters: json.RawMessage("{}")}}},
		`tool "x": Parameters is no JSON; expected the schema of an object`: {Permissions: Allow, Tools: []Tool{{Name: "x", Run: func(context.Context, json.RawMessage) (any, error) { return nil, nil }}}},
	} {
		if _, err := client.CreateSession(ctx, options); err == nil || err.Error() != want {
			t.Errorf("%v, expected %s", err, want)
		}
	}
}
