// Publishes an agent's failures with franz-go, and decides at its gate as a person would.
package main

import (
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/twmb/franz-go/pkg/kgo"
)

var (
	broker   = kgo.SeedBrokers(env("KAFKA_BOOTSTRAP", "127.0.0.1:9092"))
	producer = must(kgo.NewClient(broker))
	task     = "franz-go-" + uuid.NewString()
)

// publish publishes an event of the task and returns its id.
func publish(topic, body string, fields record) string {
	id := uuid.NewString()
	value := encode(topic, record{
		"eventId": id, "taskId": task, "occurredAt": time.Now(), "replyRequested": true,
		"body": record{"dev.eddyline.schema." + body: fields},
	})
	must(producer.ProduceSync(ctx, &kgo.Record{Topic: topic, Key: []byte(task), Value: value}).First())
	return id
}

// reader returns a function that returns the task's next output with a value.
func reader(topic string) func(field, value string) record {
	start := kgo.ConsumeResetOffset(kgo.NewOffset().AtStart())
	committed := kgo.FetchIsolationLevel(kgo.ReadCommitted())
	consumer := must(kgo.NewClient(broker, kgo.ConsumeTopics(topic), start, committed))
	return func(field, value string) record {
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
	verdicts, gates := reader("loop-verdicts"), reader("gate-triggers")
	verdict := record{}
	for verdict["gateId"] == nil {
		failure := record{"message": "expected 200, got 500"}
		verdict = verdicts("eventId", publish("agent-events", "FailureReported", failure))
		fmt.Printf("verdict: %s %s\n", verdict["action"], verdict["text"])
	}
	gate := gates("state", "OPENED")
	fmt.Printf("gate: %s %s\n", gate["state"], gate["reason"])
	decision := record{"decision": "APPROVE", "guidance": "retry", "by": "lead"}
	decision["gateId"] = gate["gateId"]
	publish("gate-decisions", "HumanIntervened", decision)
	fmt.Printf("gate: %s\n", gates("state", "CLOSED")["state"])
}
