package dev.eddyline.erasure;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Tells what becomes of each record of a topic when something is erased. */
@FunctionalInterface
public interface RecordRule {

  /** What becomes of the record; the same whenever it is asked. */
  Outcome of(ConsumerRecord<byte[], byte[]> read);
}
