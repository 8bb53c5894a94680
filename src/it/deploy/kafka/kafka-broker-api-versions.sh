#!/bin/sh
# The health check's program in Kafka's image is of a jar that is not installed here; this one also asks
# the broker, with the same arguments.
exec java -cp '/opt/kafka/libs/*' kafka.admin.ConfigCommand "$@" --describe --entity-type brokers \
  --entity-default
