// An agent, with franz-go, that fails the same way each time, until a person guides it.
package main

import (
	"fmt"

	"github.com/google/uuid"
	"github.com/twmb/franz-go/pkg/kgo"
)

var (
	broker   = kgo.SeedBrokers(env("KAFKA_BOOTSTRAP", "127.0.0.1:9092"))
	producer = must(kgo.NewClient(broker, kgo.DefaultProduceTopic("agent-events")))
	task     = "franz-go-" + uuid.NewString()
	verdicts = reader("loop-verdicts")
)

// ask publishes an event of the task and returns the verdict on it.
func ask(body string, fields record) record {
	event := newEvent(task, body, fields)
	one := kgo.KeySliceRecord([]byte(task), encode("agent-events", event))
	must(producer.ProduceSync(ctx, one).First())
	verdict := verdicts("eventId", event["eventId"])
	fmt.Printf("verdict: %s %s\n", verdict["action"], verdict["text"])
	return verdict
}

// reader returns a function that returns the task's next output with a value.
func reader(topic string) func(field string, value any) record {
	committed := kgo.FetchIsolationLevel(kgo.ReadCommitted()) // from the topic's start
	consumer := must(kgo.NewClient(broker, kgo.ConsumeTopics(topic), committed))
	return func(field string, value any) record {
		for {
			for _, one := range consumer.PollRecords(ctx, 1).Records() {
				output := decode(one.Value)
				if output["taskId"] == task && output[field] == value {
					return output
				}
			}
		}
	}
}

func main() {
	gates := reader("gate-triggers")
	prompt := "Make the tests pass." // for the model: a mock, it takes no hint
	for verdict := (record{}); verdict["gateId"] == nil; {
		verdict = ask("FailureReported", record{"message": "expected 200, got 500"})
		prompt = verdict["text"].(string)
	}
	gate := gates("state", "OPENED")
	fmt.Printf("gate: %s %s\n", gate["state"], gate["reason"])
	gate = gates("state", "CLOSED") // a person decided in the console or a gate service
	fmt.Printf("gate: %s by %s\n", gate["state"], gate["decidedBy"])
	if decision := gate["decision"]; decision == "APPROVE" || decision == "FALSE_POSITIVE" {
		prompt = fmt.Sprintf("A person decided %s. Guidance: %s", decision, gate["guidance"])
		fmt.Println("prompt:", prompt)
		ask("StepStarted", record{"step": "start the database"})
	}
}
