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
	for text := range client.Prompt(ctx, "What is in package.json?").Text() {
		fmt.Print(text)
	}
}
