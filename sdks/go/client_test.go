package letscode

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

const banner = "This is letscode's built-in demo, a script and no language model."

func begin(t *testing.T, options Options) (*Client, context.Context) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	if options.URL == "" && options.Dir == "" {
		options.Dir = t.TempDir()
	}
	client, err := Start(ctx, options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return client, ctx
}

func create(t *testing.T, client *Client, ctx context.Context, options SessionOptions) *Session {
	t.Helper()
	if options.Permissions.mode == "" {
		options.Permissions = Allow
	}
	if options.Model == "" {
		options.Model = "demo"
	}
	session, err := client.CreateSession(ctx, options)
	if err != nil {
		t.Fatal(err)
	}
	return session
}

func must[T any](t *testing.T) func(T, error) T {
	return func(value T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

func results(messages []Message) []string {
	var texts []string
	for _, message := range messages {
		if result, ok := message.(ToolResultMessage); ok {
			for _, block := range result.Content {
				if text, ok := block.(TextBlock); ok {
					texts = append(texts, text.Text)
				}
			}
		}
	}
	return texts
}

// untilUpdate reads events until the answer begins.
func untilUpdate(t *testing.T, run *Run) {
	t.Helper()
	for run.Next() {
		if _, ok := run.Event().(MessageUpdate); ok {
			return
		}
	}
	t.Fatal("the answer did not begin")
}

func TestRun(t *testing.T) {
	client, ctx := begin(t, Options{})
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte("one\u2028two\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	session := create(t, client, ctx, SessionOptions{Permissions: ReadOnly, Dir: dir})
	run := session.Send(ctx, "What is in a.txt?")
	var first, last Event
	run.Events()(func(event Event) bool {
		if first == nil {
			first = event
		}
		last = event
		return true
	})
	if _, ok := first.(AgentStart); !ok {
		t.Errorf("first: %T", first)
	}
	if _, ok := last.(AgentEnd); !ok {
		t.Errorf("last: %T", last)
	}
	result := must[RunResult](t)(run.Result(ctx))
	messages := must[[]Message](t)(session.Messages(ctx, ""))
	if result.StopReason != "end_turn" || result.Error != "" || result.Usage.OutputTokens == 0 ||
		result.MessageID != IDOf(messages[0]) || result.LastMessageID != IDOf(messages[len(messages)-1]) {
		t.Errorf("%+v", result)
	}
	if got := results(messages); len(got) != 1 || !strings.Contains(got[0], "one\u2028two") {
		t.Errorf("%q", got)
	}
}

func TestTextAndALoopThatIsLeft(t *testing.T) {
	client, ctx := begin(t, Options{})
	session := create(t, client, ctx, SessionOptions{})
	run := session.Send(ctx, "demo:text 20000")
	text := ""
	run.Text()(func(piece string) bool { text += piece; return false })
	result := must[RunResult](t)(run.Result(ctx))
	run.Text()(func(piece string) bool { text += piece; return true })
	if text != result.Text || !strings.HasPrefix(text, banner) {
		t.Errorf("%d of %d characters", len(text), len(result.Text))
	}
}

func TestASlowLoopLosesNothing(t *testing.T) {
	client, ctx := begin(t, Options{MaxWaitingBytes: 2000})
	session := create(t, client, ctx, SessionOptions{})
	run := session.Send(ctx, "demo:text 40000")
	result := must[RunResult](t)(run.Result(ctx))
	if run.feed.size > 10_000 {
		t.Errorf("%d bytes wait", run.feed.size)
	}
	text := ""
	run.Text()(func(piece string) bool { text += piece; return true })
	if text != result.Text {
		t.Errorf("%d of %d characters", len(text), len(result.Text))
	}
}

func TestASlowLoopOverTextGetsAllOfIt(t *testing.T) {
	client, ctx := begin(t, Options{MaxWaitingBytes: 1000})
	light, _ := beginRPC(t, RPCOptions{MaxWaitingBytes: 1000})
	for _, run := range []*Run{create(t, client, ctx, SessionOptions{}).Send(ctx, "demo:text 2000000"), light.Prompt(ctx, "demo:text 100000")} {
		result := must[RunResult](t)(run.Result(ctx))
		text := ""
		run.Text()(func(piece string) bool { text += piece; return len(text) > 100 })
		run.Text()(func(piece string) bool { text += piece; return true })
		if text != result.Text {
			t.Errorf("%d of %d characters", len(text), len(result.Text))
		}
	}
}

func TestOneSessionOpenedTwice(t *testing.T) {
	client, ctx := begin(t, Options{})
	first := create(t, client, ctx, SessionOptions{})
	run := first.Send(ctx, "demo:text 8\ndemo:hold")
	untilUpdate(t, run)
	second := must[*Session](t)(client.ResumeSession(ctx, first.ID, SessionOptions{Permissions: Allow, Model: "demo"}))
	if _, err := second.Send(ctx, "hi").Result(ctx); err == nil || !strings.Contains(err.Error(), "a run goes on") {
		t.Errorf("%v", err)
	}
	if err := run.Abort(ctx); err != nil {
		t.Error(err)
	}
	for _, session := range []*Session{first, second} {
		if result := must[RunResult](t)(session.SendAndWait(ctx, "demo:text 30")); len(result.Text) < 30 {
			t.Errorf("%+v", result)
		}
	}
	for range 2 {
		if err := first.Close(ctx); err != nil {
			t.Error(err)
		}
	}
}

func TestToolsPermissionsQuestionsAndHooks(t *testing.T) {
	var mu sync.Mutex
	var asked []string
	weather := NewTool("weather", "Tells the weather.", func(_ context.Context, args struct {
		City string `json:"city" description:"where"`
		Days *int   `json:"days"`
	}) (any, error) {
		return "rain in " + args.City, nil
	})
	if want := `{"properties":{"city":{"description":"where","type":"string"},"days":{"type":"integer"}},"required":["city"],"type":"object"}`; string(weather.Parameters) != want {
		t.Errorf("%s", weather.Parameters)
	}
	fail := NewTool("fail", "Fails.", func(context.Context, struct{}) (any, error) { return nil, errors.New("because") })
	panics := NewTool("panics", "Panics.", func(context.Context, struct{}) (any, error) { panic("at the disco") })
	decide := Ask(func(_ context.Context, request PermissionRequestParams) (Decision, error) {
		mu.Lock()
		defer mu.Unlock()
		asked = append(asked, request.ToolName)
		if request.ToolName == "bash" {
			return Deny("not today"), nil
		}
		return AllowOnce, nil
	})
	client, ctx := begin(t, Options{
		OnQuestion: func(_ context.Context, session *Session, q UserAskParams) (string, error) {
			return fmt.Sprint(q.Question, q.Choices, session.ID != ""), nil
		},
		Hooks: Hooks{
			BeforeToolCall: func(_ context.Context, _ *Session, input json.RawMessage) (any, error) {
				if strings.Contains(string(input), `"weather"`) {
					return map[string]any{"arguments": map[string]string{"city": "Rome"}}, nil
				}
				return nil, nil
			},
			UserPrompt: func(_ context.Context, _ *Session, input json.RawMessage) (any, error) {
				var prompt struct{ Text string }
				_ = json.Unmarshal(input, &prompt)
				return map[string]string{"text": strings.ReplaceAll(prompt.Text, "fetch", "demo:tool")}, nil
			},
		},
	})
	session := create(t, client, ctx, SessionOptions{Permissions: decide, Tools: []Tool{weather, fail, panics}})
	prompt := "fetch weather {\"city\":\"Paris\"}\nfetch fail {}\nfetch panics {}\nfetch bash {\"command\":\"true\"}\n" +
		"fetch ask_user {\"question\":\"Tea?\",\"choices\":[\"yes\"]}"
	must[RunResult](t)(session.SendAndWait(ctx, prompt))
	got := results(must[[]Message](t)(session.Messages(ctx, "")))
	want := []string{"rain in Rome", "because", "panic: at the disco", "Denied: not today", "Tea?[yes] true"}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%q", got)
	}
	if fmt.Sprint(asked) != "[weather fail panics bash]" {
		t.Errorf("%q", asked)
	}
}

func TestAnEmptyListOfToolsIsNone(t *testing.T) {
	client, ctx := begin(t, Options{})
	session := create(t, client, ctx, SessionOptions{Settings: SessionSettings{Tools: []string{}}})
	if len(session.Tools) != 0 {
		t.Errorf("%q", session.Tools)
	}
}

func TestSlowHandlersBlockNothingAndEndWithTheRun(t *testing.T) {
	begun, over := make(chan bool), make(chan bool)
	slow := NewTool("slow", "Is slow.", func(ctx context.Context, _ struct{}) (any, error) {
		close(begun)
		<-ctx.Done()
		close(over)
		return "late", nil
	}).Free()
	client, ctx := begin(t, Options{})
	session := create(t, client, ctx, SessionOptions{Tools: []Tool{slow}})
	run := session.Send(ctx, "demo:tool slow {}")
	<-begun
	must[RunResult](t)(create(t, client, ctx, SessionOptions{}).SendAndWait(ctx, "demo:text 20"))
	if err := run.Abort(ctx); err != nil {
		t.Fatal(err)
	}
	<-over
	if result := must[RunResult](t)(run.Result(ctx)); result.StopReason != "aborted" {
		t.Errorf("%+v", result)
	}
}

func TestCancellationByContext(t *testing.T) {
	client, ctx := begin(t, Options{})
	session := create(t, client, ctx, SessionOptions{})
	some, cancel := context.WithCancel(ctx)
	run := session.Send(some, "demo:text 8\ndemo:hold")
	untilUpdate(t, run)
	cancel()
	if result := must[RunResult](t)(run.Result(ctx)); result.StopReason != "aborted" {
		t.Errorf("%+v", result)
	}
	short, cancel := context.WithTimeout(ctx, 200*time.Millisecond)
	defer cancel()
	params := SessionSendParams{SessionID: session.ID, Text: "demo:hold"}
	if _, err := client.Methods.SessionSend(short, params); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
	for {
		if row := must[SessionRowReport](t)(client.Methods.SessionGet(ctx, SessionParams{SessionID: session.ID})); !row.Running {
			break
		}
	}
	waited, cancel := context.WithTimeout(ctx, 300*time.Millisecond)
	defer cancel()
	if _, err := session.SendAndWait(waited, "demo:hold"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
	must[RunResult](t)(session.SendAndWait(ctx, "demo:text 8"))
}

func TestBusyQueuesResumeForkAndWatch(t *testing.T) {
	client, ctx := begin(t, Options{})
	session := create(t, client, ctx, SessionOptions{})
	run := session.Send(ctx, "demo:text 8\ndemo:hold")
	untilUpdate(t, run)
	var busy *RPCError
	if _, err := session.Send(ctx, "another").Result(ctx); !errors.As(err, &busy) || busy.Name() != "busy" {
		t.Errorf("%v", err)
	}
	if err := session.FollowUp(ctx, "demo:text 4"); err != nil {
		t.Fatal(err)
	}
	if queued := must[QueueLengths](t)(session.Abort(ctx, false)); queued.FollowUp != 1 {
		t.Errorf("%+v", queued)
	}
	must[RunResult](t)(run.Result(ctx))
	must[QueueLengths](t)(session.Abort(ctx, true))
	before := must[[]Message](t)(session.Messages(ctx, ""))
	if err := session.Close(ctx); err != nil {
		t.Fatal(err)
	}
	resumed := must[*Session](t)(client.ResumeSession(ctx, session.ID, SessionOptions{Permissions: ReadOnly}))
	if after := must[[]Message](t)(resumed.Messages(ctx, "")); len(after) != len(before) {
		t.Errorf("%d of %d messages", len(after), len(before))
	}
	copied := must[string](t)(client.ForkSession(ctx, session.ID, IDOf(before[0])))
	if rows := must[[]SessionRowReport](t)(client.ListSessions(ctx, SessionListParams{})); len(rows) < 2 {
		t.Errorf("%+v", rows)
	}
	if err := client.DeleteSession(ctx, copied); err != nil {
		t.Fatal(err)
	}
	must[RunResult](t)(resumed.SendAndWait(ctx, "demo:text 8"))
}

func TestWatchGoesOnBehindANumber(t *testing.T) {
	client, ctx := begin(t, Options{})
	session := create(t, client, ctx, SessionOptions{})
	later := session.Watch(ctx, -1)
	must[RunResult](t)(session.SendAndWait(ctx, "demo:text 8"))
	for _, watch := range []func(func(SessionEvent, error) bool){session.Watch(ctx, 0), later} {
		var numbers []int64
		watch(func(one SessionEvent, err error) bool {
			numbers = append(numbers, one.Seq)
			_, over := one.Event.(AgentEnd)
			return err == nil && !over
		})
		for i, number := range numbers {
			if number != int64(i+1) {
				t.Fatalf("%v", numbers)
			}
		}
	}
	some, cancel := context.WithCancel(ctx)
	ended := session.Watch(some, -1)
	closed := session.Watch(ctx, -1)
	cancel()
	if err := session.Close(ctx); err != nil {
		t.Fatal(err)
	}
	for _, watch := range []func(func(SessionEvent, error) bool){ended, closed} {
		watch(func(one SessionEvent, err error) bool { t.Errorf("%+v %v", one, err); return false })
	}
	if len(session.watching) != 0 {
		t.Errorf("%d watch", len(session.watching))
	}
}

func TestSilence(t *testing.T) {
	client, ctx := begin(t, Options{})
	session := create(t, client, ctx, SessionOptions{})
	limit := SendOptions{ActivityTimeout: 300 * time.Millisecond}
	var silence *SilenceError
	if _, err := session.SendAndWait(ctx, "demo:text 8\ndemo:hold", limit); !errors.As(err, &silence) {
		t.Errorf("%v", err)
	}
	must[RunResult](t)(session.SendAndWait(ctx, `demo:tool bash {"command":"sleep 0.6"}`, limit))
}

func TestAHundredSessionsAtOnce(t *testing.T) {
	client, ctx := begin(t, Options{})
	var group sync.WaitGroup
	for number := 1; number <= 100; number++ {
		group.Add(1)
		go func() {
			defer group.Done()
			session, err := client.CreateSession(ctx, SessionOptions{Model: "demo", Permissions: Allow, Settings: SessionSettings{Persist: Ptr(false)}})
			if err != nil {
				t.Error(err)
				return
			}
			result, err := session.SendAndWait(ctx, fmt.Sprintf("demo:text %d", number))
			if err != nil || len([]rune(result.Text)) != len(banner)+number {
				t.Errorf("%d: %d %v", number, len(result.Text), err)
			}
		}()
	}
	group.Wait()
}

func TestTenMegabytesBothWays(t *testing.T) {
	big := strings.Repeat("ä\u2028😀<&>", 800_000)
	much := NewTool("much", "Is much.", func(context.Context, struct{}) (any, error) { return strings.Repeat("x", 10_000_000), nil })
	client, ctx := begin(t, Options{})
	session := create(t, client, ctx, SessionOptions{Tools: []Tool{much}, Settings: SessionSettings{Persist: Ptr(false)}})
	must[RunResult](t)(session.SendAndWait(ctx, "demo:tool much {}\n"+big))
	messages := must[[]Message](t)(session.Messages(ctx, ""))
	if text := messages[0].(UserMessage).Content[0].(TextBlock).Text; !strings.HasSuffix(text, big) {
		t.Errorf("%d bytes", len(text))
	}
}

func TestRefusals(t *testing.T) {
	client, ctx := begin(t, Options{})
	if _, err := client.CreateSession(ctx, SessionOptions{Model: "demo"}); !errors.Is(err, errNoChoice) {
		t.Errorf("%v", err)
	}
	var refusal *RPCError
	_, err := client.ResumeSession(ctx, "20200101-aaaaaaaa", SessionOptions{Permissions: Allow})
	if !errors.As(err, &refusal) || refusal.Name() != "session_not_found" {
		t.Errorf("%v", err)
	}
	if models := must[[]ModelRow](t)(client.ListModels(ctx)); len(models) == 0 {
		t.Error("no models")
	}
}

func TestAKilledLetscode(t *testing.T) {
	client, ctx := begin(t, Options{})
	session := create(t, client, ctx, SessionOptions{})
	run := session.Send(ctx, "demo:text 8\ndemo:hold")
	untilUpdate(t, run)
	watched := make(chan error)
	watch := session.Watch(ctx, -1)
	go watch(func(_ SessionEvent, err error) bool {
		if err != nil {
			watched <- err
		}
		return true
	})
	signalGroup(client.connection.transport.(*process).command.Process, syscall.SIGKILL)
	_, byRun := run.Result(ctx)
	_, byCall := client.ListModels(ctx)
	for _, err := range []error{byRun, byCall, <-watched} {
		var ended *ProcessEndedError
		if !errors.As(err, &ended) || ended.Signal != syscall.SIGKILL || !strings.Contains(err.Error(), "letscode ended, signal: killed") {
			t.Errorf("%v", err)
		}
	}
}

func TestCloseEndsTheRunAndItsChildren(t *testing.T) {
	client, ctx := begin(t, Options{})
	dir := t.TempDir()
	session := create(t, client, ctx, SessionOptions{Dir: dir})
	run := session.Send(ctx, `demo:tool bash {"command":"echo $PPID $$ > pid; sleep 300"}`)
	pids := pidsIn(t, dir)
	client.Close()
	gone(t, pids)
	if result := must[RunResult](t)(run.Result(ctx)); result.StopReason != "aborted" {
		t.Errorf("%+v", result)
	}
	if _, err := client.ListModels(ctx); !errors.Is(err, ErrClosed) {
		t.Errorf("%v", err)
	}
}

func pidsIn(t *testing.T, dir string) []int {
	t.Helper()
	for end := time.Now().Add(15 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		var one, other int
		text, _ := os.ReadFile(filepath.Join(dir, "pid"))
		if n, _ := fmt.Sscan(string(text), &one, &other); n == 2 {
			return []int{one, other}
		}
	}
	t.Fatal("the command did not begin")
	return nil
}

func gone(t *testing.T, pids []int) {
	t.Helper()
	for _, pid := range pids {
		for end := time.Now().Add(10 * time.Second); ; time.Sleep(20 * time.Millisecond) {
			stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
			if err != nil || strings.Contains(string(stat), ") Z ") {
				break
			}
			if time.Now().After(end) {
				t.Fatalf("%d is still there", pid)
			}
		}
	}
}
