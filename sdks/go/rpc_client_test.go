package letscode

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

func beginRPC(t *testing.T, options RPCOptions) (*RPCClient, context.Context) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	if options.Permissions.mode == "" {
		options.Permissions = Allow
	}
	if options.Dir == "" {
		options.Dir = t.TempDir()
	}
	options.Args = append([]string{"--model", "demo"}, options.Args...)
	client, err := StartRPC(ctx, options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return client, ctx
}

func TestRPCRunAndConversation(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte("one\u2028two\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	client, ctx := beginRPC(t, RPCOptions{Permissions: ReadOnly, ProcessOptions: ProcessOptions{Dir: dir}})
	if client.Ready.Protocol != RPCProtocol {
		t.Errorf("%+v", client.Ready)
	}
	run := client.Prompt(ctx, "What is in a.txt?")
	text := ""
	run.Text()(func(piece string) bool { text += piece; return true })
	result := must[RunResult](t)(run.Result(ctx))
	messages := must[[]Message](t)(client.Messages(ctx, ""))
	if result.StopReason != "end_turn" || result.MessageID != IDOf(messages[0]) || result.LastMessageID != IDOf(messages[len(messages)-1]) ||
		result.Usage.OutputTokens == 0 || !strings.HasSuffix(text, result.Text) {
		t.Errorf("%+v", result)
	}
	if got := results(messages); len(got) != 1 || !strings.Contains(got[0], "one\u2028two") {
		t.Errorf("%q", got)
	}
	if behind := must[[]Message](t)(client.Messages(ctx, IDOf(messages[0]))); len(behind) != len(messages)-1 {
		t.Errorf("%d of %d messages", len(behind), len(messages))
	}
	state := must[StateReport](t)(client.State(ctx))
	if state.Model.ID != "demo" && !strings.Contains(string(RawJSON(state)), "demo") {
		t.Errorf("%s", RawJSON(state))
	}
	if err := errors.Join(client.SetModel(ctx, "demo"), client.SetThinking(ctx, ThinkingLevelHigh)); err != nil {
		t.Error(err)
	}
	if _, err := client.Compact(ctx, "Keep the names."); err != nil {
		t.Error(err)
	}
	if err := client.Reset(ctx); err != nil {
		t.Error(err)
	}
	if after := must[[]Message](t)(client.Messages(ctx, "")); len(after) != 0 {
		t.Errorf("%v", after)
	}
	if err := client.Bye(ctx); err != nil {
		t.Error(err)
	}
	if _, err := client.State(ctx); !errors.Is(err, ErrClosed) {
		t.Errorf("%v", err)
	}
}

func TestRPCToolsAndPermissions(t *testing.T) {
	ids := make(chan string, 1)
	add := NewTool("add", "Adds.", func(ctx context.Context, args struct{ A, B int }) (any, error) {
		ids <- ToolCallID(ctx)
		return map[string]int{"sum": args.A + args.B}, nil
	})
	decide := Ask(func(_ context.Context, request PermissionRequestParams) (Decision, error) {
		if request.ToolName == "bash" {
			return Deny("not today"), nil
		}
		return AllowOnce, nil
	})
	client, ctx := beginRPC(t, RPCOptions{Permissions: decide, Tools: []Tool{add}, FullUpdates: true})
	run := client.Prompt(ctx, "demo:tool add {\"A\":2,\"B\":3}\ndemo:tool bash {\"command\":\"true\"}")
	full := false
	for run.Next() {
		if update, ok := run.Event().(MessageUpdate); ok {
			_, whole := update.Message.(AssistantMessage)
			full = full || whole
		}
	}
	got := results(must[[]Message](t)(client.Messages(ctx, "")))
	if fmt.Sprint(got) != `[{"sum":5} Denied: not today]` || <-ids != "demo_1" || !full {
		t.Errorf("%q %v", got, full)
	}
	if client.Features.Permissions == nil || fmt.Sprint(client.Features.Tools) != "[add]" {
		t.Errorf("%+v", client.Features)
	}
}

func TestRPCAbortEndsWhatWasAsked(t *testing.T) {
	begun, over := make(chan bool), make(chan bool)
	slow := NewTool("slow", "Is slow.", func(ctx context.Context, _ struct{}) (any, error) {
		close(begun)
		<-ctx.Done()
		close(over)
		return "late", nil
	})
	client, ctx := beginRPC(t, RPCOptions{Tools: []Tool{slow}})
	some, cancel := context.WithCancel(ctx)
	run := client.Prompt(some, "demo:tool slow {}")
	<-begun
	var busy *CommandError
	if _, err := client.Prompt(ctx, "another").Result(ctx); !errors.As(err, &busy) || busy.Code != "busy" {
		t.Errorf("%v", err)
	}
	if err := errors.Join(client.Steer(ctx, "Hurry."), client.FollowUp(ctx, "demo:text 3")); err != nil {
		t.Error(err)
	}
	cancel()
	<-over
	if result := must[RunResult](t)(run.Result(ctx)); result.StopReason != "aborted" {
		t.Errorf("%+v", result)
	}
	var refused *CommandError
	if err := client.SetModel(ctx, "no/such/model"); !errors.As(err, &refused) {
		t.Errorf("%v", err)
	}
}

func TestRPCASlowLoopHasAGap(t *testing.T) {
	client, ctx := beginRPC(t, RPCOptions{MaxWaitingBytes: 2000})
	run := client.Prompt(ctx, "demo:text 40000")
	result := must[RunResult](t)(run.Result(ctx))
	var gap GapEvent
	for run.Next() {
		if found, ok := run.Event().(GapEvent); ok {
			gap = found
		}
	}
	if len(gap.Messages) != 2 || IDOf(gap.Messages[1]) != result.LastMessageID {
		t.Errorf("%+v", gap)
	}
}

func TestRPCSilenceDeathAndSlashCommands(t *testing.T) {
	client, ctx := beginRPC(t, RPCOptions{})
	var silence *SilenceError
	if _, err := client.Prompt(ctx, "demo:hold", SendOptions{ActivityTimeout: 300 * time.Millisecond}).Result(ctx); !errors.As(err, &silence) || silence.For != 300*time.Millisecond {
		t.Errorf("%v", err)
	}
	run := client.Prompt(ctx, "demo:text 8\ndemo:hold")
	untilUpdate(t, run)
	signalGroup(client.pipe.transport.(*process).command.Process, syscall.SIGKILL)
	_, byRun := run.Result(ctx)
	_, byCommand := client.State(ctx)
	for _, err := range []error{byRun, byCommand} {
		var ended *ProcessEndedError
		if !errors.As(err, &ended) || ended.Signal != syscall.SIGKILL {
			t.Errorf("%v", err)
		}
	}
}

func TestRPCTenMegabytes(t *testing.T) {
	client, ctx := beginRPC(t, RPCOptions{})
	big := strings.Repeat("x", 10<<20)
	must[RunResult](t)(client.Prompt(ctx, big).Result(ctx))
	messages := must[[]Message](t)(client.Messages(ctx, ""))
	if text := messages[0].(UserMessage).Content[0].(TextBlock).Text; text != big {
		t.Errorf("%d bytes", len(text))
	}
}

func TestRPCRefusedStart(t *testing.T) {
	ctx := context.Background()
	if _, err := StartRPC(ctx, RPCOptions{}); !errors.Is(err, errNoChoice) {
		t.Errorf("%v", err)
	}
	var ended *ProcessEndedError
	options := RPCOptions{Permissions: Allow, ProcessOptions: ProcessOptions{Args: []string{"--no-such-flag"}}}
	if _, err := StartRPC(ctx, options); !errors.As(err, &ended) || ended.ExitCode == 0 || !strings.Contains(ended.Stderr, "--no-such-flag") {
		t.Errorf("%v", err)
	}
	slow := faking("silent")
	if _, err := StartRPC(ctx, RPCOptions{Permissions: Allow, ProcessOptions: slow.ProcessOptions, StartTimeout: time.Second}); err == nil || err.Error() != "letscode did not shake hands within 1s; stderr:\nit is slow today" {
		t.Errorf("%v", err)
	}
}
