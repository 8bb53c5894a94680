package dev.eddyline.topology;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.processor.TimestampExtractor;

/**
 * Extracts a record's own timestamp, never a time in its value. A record without one (brokers
 * accept -1 from a client where the topic does not set the time) gets the partition's time. Kafka's
 * default extractor would stop the processor.
 */
public final class RecordTime implements TimestampExtractor {

  @Override
  public long extract(ConsumerRecord<Object, Object> record, long partitionTime) {
    return record.timestamp() >= 0 ? record.timestamp() : Math.max(0, partitionTime);
  }
}
