package dev.eddyline.reference;

import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * A rejected record.
 *
 * @param record the record
 * @param reason why it was rejected
 */
record RejectedRecord(ConsumerRecord<byte[], byte[]> record, Throwable reason) {

  RejectedRecord {
    Objects.requireNonNull(record, "record");
    Objects.requireNonNull(reason, "reason");
  }
}
