"""confluent-kafka: an agent that fails the same way each time, until a person guides it."""

import os
import time
import uuid
from pathlib import Path

from confluent_kafka import Consumer, Producer
from confluent_kafka.schema_registry import SchemaRegistryClient
from confluent_kafka.schema_registry.avro import AvroDeserializer, AvroSerializer
from confluent_kafka.serialization import SerializationContext

SCHEMA = Path(__file__).resolve().parents[2] / "schemas" / "AgentEvent.avsc"
BROKER = {"bootstrap.servers": os.environ.get("KAFKA_BOOTSTRAP", "127.0.0.1:9092")}
REGISTRY = os.environ.get("SCHEMA_REGISTRY_URL", "http://127.0.0.1:8081/apis/ccompat/v7")
registry = SchemaRegistryClient({"url": REGISTRY})
encode, decode = AvroSerializer(registry, SCHEMA.read_text()), AvroDeserializer(registry)
producer = Producer(BROKER | {"partitioner": "murmur2_random"})  # as Java's producers
task = f"confluent-kafka-{uuid.uuid4()}"


def outputs(topic):
    """The task's committed records of a topic."""
    settings = BROKER | {"group.id": str(uuid.uuid4()), "auto.offset.reset": "earliest"}
    consumer = Consumer(settings | {"isolation.level": "read_committed"})
    consumer.subscribe([topic])
    while True:
        record = consumer.poll(1)
        if record and not record.error():
            output = decode(record.value(), SerializationContext(topic, "value"))
            if output["taskId"] == task:
                yield output


def ask(body, **fields):
    """Publishes an event of the task; the verdict on it."""
    event = {"eventId": str(uuid.uuid4()), "taskId": task, "occurredAt": int(time.time() * 1000)}
    event |= {"replyRequested": True, "body": (f"dev.eddyline.schema.{body}", fields)}
    value = encode(event, SerializationContext("agent-events", "value"))
    producer.produce("agent-events", key=task, value=value)
    producer.flush()
    verdict = next(one for one in verdicts if one["eventId"] == event["eventId"])
    print(f"verdict: {verdict['action']} {verdict['text']}")
    return verdict


verdicts, gates = outputs("loop-verdicts"), outputs("gate-triggers")
prompt = "Make the tests pass."  # for the model: a mock, it takes no hint
while not (verdict := ask("FailureReported", message="expected 200, got 500"))["gateId"]:
    prompt = verdict["text"]
gate = next(gates)
print(f"gate: {gate['state']} {gate['reason']}")
# a person decides in the console or a gate service; the agent waits
gate = next(one for one in gates if one["state"] == "CLOSED")
print(f"gate: {gate['state']} by {gate['decidedBy']}")
if gate["decision"] in ("APPROVE", "FALSE_POSITIVE"):
    prompt = f"A person decided {gate['decision']}. Guidance: {gate['guidance']}"
    print(f"prompt: {prompt}")
    ask("StepStarted", step="start the database")
