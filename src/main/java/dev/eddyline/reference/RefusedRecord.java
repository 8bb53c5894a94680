package dev.eddyline.reference;

import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * A record that cannot be taken.
 *
 * @param record the record as it came
 * @param reason why not
 */
record RefusedRecord(ConsumerRecord<byte[], byte[]> record, Throwable reason) {

  RefusedRecord {
    Objects.requireNonNull(record, "record");
    Objects.requireNonNull(reason, "reason");
  }
}
