"""Reads topics with kafka-python and Apache's avro.

read BROKER REGISTRY TOPIC COUNT: prints the first COUNT records, a line of JSON each

What cannot be read ends it with an error. Without arguments it only loads its libraries.
"""

import sys

from kafka import KafkaConsumer, TopicPartition

import wire

LIMIT_MS = 30000


def read(broker, registry, topic, count):
    left = int(count)
    consumer = KafkaConsumer(bootstrap_servers=broker, consumer_timeout_ms=LIMIT_MS)
    places = [TopicPartition(topic, number) for number in consumer.partitions_for_topic(topic)]
    consumer.assign(places)
    consumer.seek_to_beginning(*places)
    for record in consumer:
        print(wire.line(registry, record.key, record.value, record.headers))
        left -= 1
        if left == 0:
            break
    if left:
        sys.exit("%d records did not come within %d ms" % (left, LIMIT_MS))
    consumer.close()


if len(sys.argv) > 1:
    command, broker, registry, *rest = sys.argv[1:]
    {"read": read}[command](broker, wire.Registry(registry), *rest)
