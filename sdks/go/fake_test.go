package letscode

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"
)

// faking is how this program is started as a letscode that is none.
func faking(mode string) Options {
	return Options{ProcessOptions: ProcessOptions{Command: []string{os.Args[0], "-test.run=^$"}, Env: append(os.Environ(), "LETSCODE_FAKE="+mode, "GORACE=atexit_sleep_ms=0")}}
}

// fake answers initialize, and then does what its mode says.
func fake(mode string) {
	in := bufio.NewReader(os.Stdin)
	var came []string
	read := func() message {
		body, err := readFrame(in)
		if err != nil {
			os.Exit(0)
		}
		m, _, result, _ := parse(body)
		came = append(came, m.Method+string(result))
		return m
	}
	write := func(m any) {
		body, _ := encode(m)
		_, _ = os.Stdout.Write(frame(body))
	}
	answer := func(to message, result string) {
		write(message{JSONRPC: "2.0", ID: to.ID, Result: json.RawMessage(result)})
	}
	event := func(seq int, event string) {
		write(message{JSONRPC: "2.0", Method: "session.event", Params: json.RawMessage(fmt.Sprintf(`{"session_id":"s1","seq":%d,"event":%s}`, seq, event))})
	}
	switch mode {
	case "silent":
		fmt.Fprintln(os.Stderr, "it is slow today")
		_, _ = io.Copy(io.Discard, os.Stdin)
		return
	case "garbage":
		fmt.Println("hello, I am no letscode")
		fmt.Println()
		time.Sleep(time.Minute)
	}
	hello := read()
	protocol := "letscode-jsonrpc/1"
	if mode == "stranger" {
		protocol = "letscode-jsonrpc/2"
	}
	answer(hello, `{"protocol":"`+protocol+`","server":{"name":"fake","version":"0","novelty":[1]},"capabilities":{"host_tools":true,"permissions":true,"ask":true,"hooks":[]},"max_frame_bytes":67108864}`)
	const ended = `{"message_id":null,"last_message_id":null,"stop_reason":"end_turn","error":null}`
	for {
		m := read()
		switch {
		case m.ID == nil || m.Method == "":
		case m.Method == "what.came":
			list, _ := json.Marshal(came)
			answer(m, string(list))
		case m.Method == "how.started":
			list, _ := json.Marshal(os.Args)
			answer(m, string(list))
		case m.Method == "session.create":
			answer(m, `{"session_id":"s1","model":"fake/fake","tools":[]}`)
			if mode == "deaf" {
				time.Sleep(time.Minute)
			}
		case m.Method == "session.resume":
			body, _ := encode(message{JSONRPC: "2.0", ID: m.ID, Result: json.RawMessage(`{"session_id":"s1","model":"fake/fake","tools":[],"messages_count":1,"running":true}`)})
			asked, _ := encode(message{JSONRPC: "2.0", ID: json.RawMessage(`"a"`), Method: "permission.request",
				Params: json.RawMessage(`{"session_id":"s1","tool_call_id":"c","tool_name":"bash","arguments":{},"reason":"it writes"}`)})
			_, _ = os.Stdout.Write(append(frame(body), frame(asked)...))
		case m.Method == "session.events":
			answer(m, `{"gap":true,"messages":[{"id":"m1","timestamp":1,"role":"user","content":[]}],"seq":4}`)
		case m.Method != "session.send":
			answer(m, `{"time":1}`)
		case mode == "cut":
			body := frame([]byte(`{"jsonrpc":"2.0","method":"session.idle","params":{}}`))
			_, _ = os.Stdout.Write(body[:len(body)/2])
			os.Exit(3)
		case mode == "mute":
			_ = os.Stdout.Close()
			time.Sleep(time.Minute)
		case mode == "leaves":
			child := exec.Command("sleep", "20")
			child.Stdout, child.Stderr = os.Stdout, os.Stderr
			_ = child.Start()
			fmt.Fprintln(os.Stderr, "my child stays")
			os.Exit(4)
		case mode == "dies":
			fmt.Fprintln(os.Stderr, "the roof is on fire")
			own, _ := os.FindProcess(os.Getpid())
			_ = own.Kill()
			select {}
		case mode == "costs":
			event(1, `{"type":"agent_start","messages":[]}`)
			for at, cost := range []string{"null", "0.5", "null", "0.25"} {
				event(at+2, `{"type":"message_end","message":{"id":"m","timestamp":1,"role":"assistant","content":[],"model":"fake","stop_reason":"end_turn","usage":`+
					`{"input_tokens":1,"output_tokens":2,"cache_read_tokens":0,"cache_write_tokens":0,"reasoning_tokens":0,"cost_usd":`+cost+`}}}`)
			}
			answer(m, ended)
		case mode == "gap":
			for seq, one := range []string{`{"type":"agent_start","messages":[]}`, `{"type":"turn_start","turn":1}`, `{"type":"turn_start","turn":2}`,
				`{"type":"agent_end","messages":[],"error":null,"stop_reason":"end_turn"}`} {
				event(seq+1, one)
			}
			answer(m, ended)
		case mode == "news":
			write(message{JSONRPC: "2.0", ID: json.RawMessage("99"), Result: json.RawMessage("null")})
			write(message{JSONRPC: "2.0", Method: "session.weather", Params: json.RawMessage("{}")})
			write([]string{"no", "message"})
			write(message{JSONRPC: "2.0", ID: json.RawMessage(`"x"`), Method: "client.dance", Params: json.RawMessage("{}")})
			refused, _ := readFrame(in)
			event(1, `{"type":"agent_start","messages":[],"novelty":1}`)
			event(2, `{"type":"party","at":5}`)
			event(3, `{"type":"message_update","message":{"id":"m","role":"assistant"},"stream_event":{"type":"sound_delta","pitch":3}}`)
			event(4, fmt.Sprintf(`{"type":"refused","with":%s}`, refused))
			event(5, `{"type":"turn_start","turn":"no number"}`)
			event(6, `{"type":"agent_end","messages":[],"error":null,"stop_reason":"end_turn"}`)
			answer(m, ended)
		}
	}
}
