// A program with a database: the model may query it, and a function of the program decides on everything else.
//
//	go run . ["Which customer spent most?" PROVIDER/ID]
package main

import (
	"context"
	"database/sql"
	"fmt"
	"log"
	"os"

	"github.com/letscode/letscode/sdks/go"
	_ "modernc.org/sqlite"
)

const demo = `demo:tool query {"sql":"select customer, sum(cents) as cents from orders group by customer order by 2 desc"}
demo:tool query {"sql":"delete from orders"}
demo:tool bash {"command":"rm orders.db"}`

func main() {
	prompt, model := demo, "demo"
	if len(os.Args) == 3 {
		prompt, model = os.Args[1], os.Args[2]
	}
	if err := run(context.Background(), prompt, model); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, prompt, model string) error {
	database, err := openShop()
	if err != nil {
		return err
	}
	defer database.Close()
	client, err := letscode.Start(ctx, letscode.Options{})
	if err != nil {
		return err
	}
	defer client.Close()
	session, err := client.CreateSession(ctx, letscode.SessionOptions{
		Model:       model,
		Permissions: letscode.Ask(decide),
		Tools:       []letscode.Tool{queryTool(database)},
	})
	if err != nil {
		return err
	}
	turn := session.Send(ctx, prompt)
	for event := range turn.Events() {
		end, ok := event.(letscode.ToolExecutionEnd)
		if !ok {
			continue
		}
		mark := "✓"
		if end.Result.IsError {
			mark = "✗"
		}
		for _, block := range end.Result.Content {
			if text, ok := block.(letscode.TextBlock); ok {
				fmt.Println(mark, end.ToolName, text.Text)
			}
		}
	}
	result, err := turn.Result(ctx)
	fmt.Printf("\n%s%s\n", result.Error, result.Text)
	return err
}

func decide(_ context.Context, request letscode.PermissionRequestParams) (letscode.Decision, error) {
	fmt.Printf("? %s %s: %s\n", request.ToolName, request.Arguments, request.Reason)
	return letscode.Deny("this program only answers questions about orders"), nil
}

func openShop() (*sql.DB, error) {
	database, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return nil, err
	}
	database.SetMaxOpenConns(1)
	_, err = database.Exec(`
		create table orders (number integer primary key, customer text, cents integer);
		insert into orders values (1001, 'Ada', 12900), (1002, 'Grace', 4550), (1003, 'Ada', 990);
		pragma query_only = on;`)
	return database, err
}

// queryTool gives the model the shop's database, read-only.
func queryTool(database *sql.DB) letscode.Tool {
	type arguments struct {
		SQL string `json:"sql" description:"one statement for SQLite"`
	}
	about := "Query the shop's database. It has the table orders(number, customer, cents)."
	return letscode.NewTool("query", about, func(ctx context.Context, args arguments) (any, error) {
		rows, err := database.QueryContext(ctx, args.SQL)
		if err != nil {
			return nil, err
		}
		defer rows.Close()
		names, err := rows.Columns()
		if err != nil {
			return nil, err
		}
		found := []map[string]any{}
		for rows.Next() {
			values, places := make([]any, len(names)), make([]any, len(names))
			for i := range values {
				places[i] = &values[i]
			}
			if err := rows.Scan(places...); err != nil {
				return nil, err
			}
			row := map[string]any{}
			for i, name := range names {
				row[name] = values[i]
			}
			found = append(found, row)
		}
		return found, rows.Err()
	}).Free()
}
