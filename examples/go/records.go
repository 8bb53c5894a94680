package main

import (
	"context"
	"os"
	"time"

	"github.com/google/uuid"
	"github.com/hamba/avro/v2"
	"github.com/twmb/franz-go/pkg/sr"
)

type record = map[string]any

var (
	ctx         = context.Background()
	eventSchema = string(must(os.ReadFile("../../schemas/AgentEvent.avsc")))
	url         = env("SCHEMA_REGISTRY_URL", "http://127.0.0.1:8081/apis/ccompat/v7")
	registry    = must(sr.NewClient(sr.URLs(url)))
	header      sr.ConfluentHeader
)

// newEvent returns an event of a task that asks for a verdict.
func newEvent(task, body string, fields record) record {
	return record{
		"eventId": uuid.NewString(), "taskId": task, "occurredAt": time.Now(), "replyRequested": true,
		"body": record{"dev.eddyline.schema." + body: fields},
	}
}

// encode returns an event in Avro, in Confluent's framing.
func encode(topic string, event record) []byte {
	schema := must(registry.CreateSchema(ctx, topic+"-value", sr.Schema{Schema: eventSchema}))
	value := must(avro.Marshal(must(avro.Parse(eventSchema)), event))
	return append(must(header.AppendEncode(nil, schema.ID, nil)), value...)
}

// decode returns the record that a value holds.
func decode(value []byte) record {
	id, data, err := header.DecodeID(value)
	schema := must(registry.SchemaByID(ctx, must(id, err)))
	avro.Register("dev.eddyline.schema.Decision", "") // an enum that may be null
	output := record{}
	must(0, avro.Unmarshal(must(avro.Parse(schema.Schema)), data, &output))
	return output
}

func env(name, otherwise string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return otherwise
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
