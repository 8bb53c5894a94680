package dev.eddyline.erasure;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Decides what an erasure does with each record of a topic. */
@FunctionalInterface
public interface RecordEraser {

  /** The action for the record; always the same for the same record. */
  ErasureAction actionFor(ConsumerRecord<byte[], byte[]> read);
}
