package main

import (
	"context"
	"fmt"
	"log"

	"github.com/letscode/letscode/sdks/go"
)

func main() {
	ctx := context.Background()
	client, err := letscode.StartRPC(ctx, letscode.RPCOptions{
		ProcessOptions: letscode.ProcessOptions{Args: []string{"--model", "demo"}},
		Permissions:    letscode.ReadOnly,
	})
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()
	run := client.Prompt(ctx, "What is in package.json?")
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
}
