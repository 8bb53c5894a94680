"""Reads and writes topics as a Python programmer does: confluent-kafka, Apache's avro.

read BROKER REGISTRY TOPIC COUNT: prints the first COUNT committed records, a line of JSON each
fail BROKER REGISTRY TOPIC TASK MESSAGE: publishes a failure
approve BROKER REGISTRY TOPIC TASK GATE: publishes the approval of a gate

What cannot be read or written ends it with an error. Without arguments it only loads its libraries.
"""

import datetime
import sys
import uuid

from confluent_kafka import OFFSET_BEGINNING, Consumer, Producer, TopicPartition

import wire

LIMIT_SECONDS = 30


def read(broker, registry, topic, count):
    consumer = Consumer(
        {
            "bootstrap.servers": broker,
            "group.id": "none",
            "enable.auto.commit": False,
            "isolation.level": "read_committed",
        }
    )
    numbers = consumer.list_topics(topic, LIMIT_SECONDS).topics[topic].partitions.keys()
    consumer.assign([TopicPartition(topic, number, OFFSET_BEGINNING) for number in numbers])
    for _ in range(int(count)):
        message = consumer.poll(LIMIT_SECONDS)
        if message is None:
            sys.exit("no record within %d s" % LIMIT_SECONDS)
        if message.error():
            sys.exit(str(message.error()))
        print(wire.line(registry, message.key(), message.value(), message.headers() or []))
    consumer.close()


def fail(broker, registry, topic, task, message):
    send(broker, registry, topic, task, {"message": message})


def approve(broker, registry, topic, task, gate):
    decision = {
        "gateId": gate,
        "decision": "APPROVE",
        "guidance": "another way",
        "by": "lead",
    }
    send(broker, registry, topic, task, decision)


def send(broker, registry, topic, task, body):
    event = {
        "eventId": str(uuid.uuid4()),
        "taskId": task,
        "agentId": "python-1",
        "occurredAt": datetime.datetime.now(datetime.timezone.utc),
        "replyRequested": False,
        "body": body,
    }
    failures = []
    producer = Producer({"bootstrap.servers": broker})
    producer.produce(
        topic,
        key=task,
        value=registry.encode(topic, event),
        on_delivery=lambda error, _: failures.append(error) if error else None,
    )
    if producer.flush(LIMIT_SECONDS) or failures:
        sys.exit("not delivered: %s" % failures)


if len(sys.argv) > 1:
    command, broker, registry, *rest = sys.argv[1:]
    {"read": read, "fail": fail, "approve": approve}[command](
        broker, wire.Registry(registry), *rest
    )
