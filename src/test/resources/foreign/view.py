"""Reads a topic as a Python programmer does: confluent-kafka, avro, the registry's HTTP API.

Arguments: broker, registry URL, topic. Prints a JSON line for each committed record: key, schema's
name, headers, value. What it cannot decode ends it.
"""

import io
import json
import sys
import urllib.request

import avro.io
import avro.schema
from confluent_kafka import OFFSET_BEGINNING, Consumer, TopicPartition

MAGIC = 0
LIMIT_SECONDS = 20


def schema(registry, number):
    # no proxy stands between this machine and itself
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open("%s/schemas/ids/%d" % (registry, number)) as page:
        return avro.schema.parse(json.load(page)["schema"])


def main(broker, registry, topic):
    known = {}
    consumer = Consumer(
        {
            "bootstrap.servers": broker,
            "group.id": "none",
            "enable.auto.commit": False,
            "isolation.level": "read_committed",
            "enable.partition.eof": True,
        }
    )
    numbers = consumer.list_topics(topic, LIMIT_SECONDS).topics[topic].partitions.keys()
    consumer.assign([TopicPartition(topic, number, OFFSET_BEGINNING) for number in numbers])
    left = set(numbers)
    while left:
        message = consumer.poll(LIMIT_SECONDS)
        if message is None:
            sys.exit("no answer within %d s" % LIMIT_SECONDS)
        if message.error():
            left.discard(message.partition())
            continue
        value = message.value()
        if value[0] != MAGIC:
            sys.exit("not in Confluent's format: %r" % value[:20])
        number = int.from_bytes(value[1:5], "big")
        if number not in known:
            known[number] = schema(registry, number)
        body = io.BytesIO(value[5:])
        datum = avro.io.DatumReader(known[number]).read(avro.io.BinaryDecoder(body))
        if body.read(1):
            sys.exit("bytes are left over")
        headers = {name: text.decode("utf-8") for name, text in message.headers() or []}
        print(
            json.dumps(
                {
                    "key": message.key().decode("utf-8"),
                    "schema": known[number].fullname,
                    "headers": headers,
                    "value": datum,
                },
                default=str,
            )
        )
    consumer.close()


main(*sys.argv[1:])
