// A journey by the client that openapi-generator has made: journey URL TOKEN.
package main

import (
	"context"
	"fmt"
	"os"

	"example.com/journey/atesta"
)

func must(err error) {
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

func main() {
	configuration := atesta.NewConfiguration()
	configuration.Servers = atesta.ServerConfigurations{{URL: os.Args[1]}}
	client := atesta.NewAPIClient(configuration)
	ctx := context.WithValue(context.Background(), atesta.ContextAccessToken, os.Args[2])

	person := atesta.NewCreateTransaction("CPF", "529.982.247-25")
	created, _, err := client.TransactionAPI.CreateTransaction(ctx).CreateTransaction(*person).Execute()
	must(err)
	pack, _, err := client.PacksAPI.QueryPack(ctx, "basic", created.Id).Prefer("wait=20").Execute()
	must(err)
	events, _, err := client.EventsAPI.ReadEvents(ctx).Types("pack.completed").Execute()
	must(err)
	for _, event := range events.Events {
		if event.TransactionId == created.Id {
			fmt.Printf("the pack: %s, told as %s with run %v\n", pack.Status, event.Type, event.Data["run"])
			return
		}
	}
	must(fmt.Errorf("no event of %d", len(events.Events)))
}
