package dev.eddyline.erasure;

import dev.eddyline.registry.GenericValues;
import dev.eddyline.registry.SchemaRegistry;
import org.apache.avro.Schema.Field;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * Retains receipts, because they are the audit trail. For a person it replaces the name in all
 * texts and removes headers with the name; for a task or a session it changes nothing.
 */
final class ReceiptRule implements RecordRule {

  private final boolean isOfPerson;
  private final Mentions mentions;
  private final GenericValues values;

  ReceiptRule(Subject subject, SchemaRegistry registry) {
    isOfPerson = subject.kind() == Subject.Kind.PERSON;
    mentions = new Mentions(subject.id());
    values = new GenericValues(registry);
  }

  @Override
  public Outcome of(ConsumerRecord<byte[], byte[]> receipt) {
    if (!isOfPerson || receipt.value() == null) {
      return Outcome.KEPT;
    }
    GenericRecord record;
    try {
      record = values.read(receipt.topic(), receipt.value());
    } catch (SerializationException unreadable) {
      // a value that cannot be read cannot be changed
      return mentions.isIn(receipt.value()) ? Outcome.ERASED : Outcome.KEPT;
    }
    boolean isNamed = unname(record);
    RecordHeaders headers = new RecordHeaders();
    for (Header header : receipt.headers()) {
      if (mentions.isIn(header.value())) {
        isNamed = true;
      } else {
        headers.add(header);
      }
    }
    return isNamed
        ? new Outcome.Replaced(values.write(record, receipt.value()), headers)
        : Outcome.KEPT;
  }

  /** Replaces the name in every text. */
  private boolean unname(GenericRecord record) {
    boolean changed = false;
    for (Field field : record.getSchema().getFields()) {
      if (record.get(field.pos()) instanceof CharSequence text && mentions.isIn(text.toString())) {
        record.put(field.pos(), mentions.erasedFrom(text.toString()));
        changed = true;
      }
    }
    return changed;
  }
}
