// What a program in Go sees of its SDK; sdks.mjs says what is wanted.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"slices"
	"strconv"
	"time"

	"github.com/letscode/letscode/sdks/go"
)

func main() {
	ctx := context.Background()
	pings, _ := strconv.Atoi(os.Args[2])
	characters, _ := strconv.Atoi(os.Args[3])
	options := letscode.Options{}
	if os.Args[1] != "-" {
		options.URL = os.Args[1]
	}
	client, err := letscode.Start(ctx, options)
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()
	var times []float64
	for n := range pings * 2 {
		start := time.Now()
		if _, err := client.Methods.Ping(ctx); err != nil {
			log.Fatal(err)
		}
		if n >= pings {
			times = append(times, float64(time.Since(start).Nanoseconds())/1000)
		}
	}
	settings := letscode.SessionSettings{Persist: letscode.Ptr(false)}
	session, err := client.CreateSession(ctx, letscode.SessionOptions{Model: "demo", Permissions: letscode.Allow, Settings: settings})
	if err != nil {
		log.Fatal(err)
	}
	events, seconds := 0, 0.0
	for _, size := range []int{characters / 10, characters} {
		events = 0
		start := time.Now()
		session.Send(ctx, fmt.Sprintf("demo:text %d", size)).Events()(func(letscode.Event) bool { events++; return true })
		seconds = time.Since(start).Seconds()
	}
	slices.Sort(times)
	said, _ := json.Marshal(map[string]float64{"ping_us": times[len(times)/2], "events_per_second": float64(events) / seconds, "events": float64(events)})
	fmt.Println(string(said))
}
