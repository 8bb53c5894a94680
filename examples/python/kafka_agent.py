"""confluent-kafka: an agent that fails the same way each time, and the person at its gate."""

import os
import time
import uuid
from pathlib import Path

from confluent_kafka import Consumer, Producer
from confluent_kafka.schema_registry import SchemaRegistryClient
from confluent_kafka.schema_registry.avro import AvroDeserializer, AvroSerializer
from confluent_kafka.serialization import MessageField, SerializationContext

SCHEMA = Path(__file__).resolve().parents[2] / "schemas" / "AgentEvent.avsc"
BROKER = {"bootstrap.servers": os.environ.get("KAFKA_BOOTSTRAP", "127.0.0.1:9092")}
REGISTRY = os.environ.get("SCHEMA_REGISTRY_URL", "http://127.0.0.1:8081/apis/ccompat/v7")
registry = SchemaRegistryClient({"url": REGISTRY})
encode, decode = AvroSerializer(registry, SCHEMA.read_text()), AvroDeserializer(registry)
producer = Producer(BROKER | {"partitioner": "murmur2_random"})  # as Java's producers
task = f"confluent-kafka-{uuid.uuid4()}"


def publish(topic, body, **fields):
    """Publishes an event of the task; its id."""
    event = {"eventId": str(uuid.uuid4()), "taskId": task, "occurredAt": int(time.time() * 1000)}
    event |= {"replyRequested": True, "body": (f"dev.eddyline.schema.{body}", fields)}
    value = encode(event, SerializationContext(topic, MessageField.VALUE))
    producer.produce(topic, key=task, value=value)
    producer.flush()
    return event["eventId"]


def reader(topic):
    """A consumer of the topic's committed records."""
    settings = BROKER | {"group.id": str(uuid.uuid4()), "auto.offset.reset": "earliest"}
    consumer = Consumer(settings | {"isolation.level": "read_committed"})
    consumer.subscribe([topic])
    return consumer


def receive(consumer, field, value):
    """The next record with this value."""
    while True:
        record = consumer.poll(1)
        if record and not record.error():
            output = decode(record.value(), SerializationContext(record.topic(), "value"))
            if output["taskId"] == task and output[field] == value:
                return output


verdicts, gates = reader("loop-verdicts"), reader("gate-triggers")
verdict = {}
while not verdict.get("gateId"):
    event = publish("agent-events", "FailureReported", message="expected 200, got 500")
    verdict = receive(verdicts, "eventId", event)
    print(f"verdict: {verdict['action']} {verdict['text']}")
gate = receive(gates, "state", "OPENED")
print(f"gate: {gate['state']} {gate['reason']}")
decision = {"gateId": gate["gateId"], "decision": "APPROVE", "guidance": "retry", "by": "lead"}
publish("gate-decisions", "HumanIntervened", **decision)
print(f"gate: {receive(gates, 'state', 'CLOSED')['state']}")
