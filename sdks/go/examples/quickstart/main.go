package main

import (
	"context"
	"fmt"
	"log"

	"github.com/letscode/letscode/sdks/go"
)

func main() {
	ctx := context.Background()
	client, err := letscode.Start(ctx, letscode.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()
	session, err := client.CreateSession(ctx, letscode.SessionOptions{Model: "demo", Permissions: letscode.ReadOnly})
	if err != nil {
		log.Fatal(err)
	}
	run := session.Send(ctx, "What is in package.json?")
	for text := range run.Text() {
		fmt.Print(text)
	}
	result, err := run.Result(ctx)
	if err != nil {
		log.Fatal(err)
	}
	if result.Error != "" {
		log.Fatal(result.Error)
	}
	fmt.Printf("\n\n%d tokens\n", result.Usage.OutputTokens)
}
