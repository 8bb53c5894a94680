package dev.eddyline.erasure;

import dev.eddyline.registry.GenericRecordCodec;
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
final class ReceiptEraser implements RecordEraser {

  private final boolean isSubjectAPerson;
  private final NameMatcher mentions;
  private final GenericRecordCodec values;

  ReceiptEraser(ErasureSubject subject, SchemaRegistry registry) {
    isSubjectAPerson = subject.kind() == ErasureSubject.SubjectKind.PERSON;
    mentions = new NameMatcher(subject.id());
    values = new GenericRecordCodec(registry);
  }

  @Override
  public ErasureAction actionFor(ConsumerRecord<byte[], byte[]> receipt) {
    if (!isSubjectAPerson || receipt.value() == null) {
      return ErasureAction.RETAIN;
    }
    GenericRecord record;
    try {
      record = values.read(receipt.topic(), receipt.value());
    } catch (SerializationException unreadable) {
      // a value that cannot be read cannot be changed
      return mentions.isIn(receipt.value()) ? ErasureAction.DELETE : ErasureAction.RETAIN;
    }
    boolean isNamed = replaceNameInTextFields(record);
    RecordHeaders headers = new RecordHeaders();
    for (Header header : receipt.headers()) {
      if (mentions.isIn(header.value())) {
        isNamed = true;
      } else {
        headers.add(header);
      }
    }
    return isNamed
        ? new ErasureAction.ReplaceRecord(values.write(record, receipt.value()), headers)
        : ErasureAction.RETAIN;
  }

  /** Replaces the name in every text. */
  private boolean replaceNameInTextFields(GenericRecord record) {
    boolean changed = false;
    for (Field field : record.getSchema().getFields()) {
      if (record.get(field.pos()) instanceof CharSequence text && mentions.isIn(text.toString())) {
        record.put(field.pos(), mentions.replaceNameIn(text.toString()));
        changed = true;
      }
    }
    return changed;
  }
}
