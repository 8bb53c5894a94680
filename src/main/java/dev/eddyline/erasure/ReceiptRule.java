package dev.eddyline.erasure;

import dev.eddyline.registry.GenericValues;
import dev.eddyline.registry.SchemaRegistry;
import java.util.Map;
import java.util.Set;
import org.apache.avro.Schema.Field;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.SerializationException;

/**
 * A receipt stays, because it is the audit; its texts go. Of a person, the name in all texts; of a
 * task or a session, what the person said.
 */
final class ReceiptRule implements RecordRule {

  /** The fields that name a subject of the kind. */
  private static final Map<Subject.Kind, Set<String>> IDS =
      Map.of(
          Subject.Kind.TASK, Set.of("taskId", "rootTaskId"),
          Subject.Kind.SESSION, Set.of("sessionId"),
          Subject.Kind.PERSON, Set.of());

  /** The fields that say more of a person than who decided. */
  private static final Set<String> SAID = Set.of("origin");

  private final Subject subject;
  private final Mentions mentions;
  private final GenericValues values;

  ReceiptRule(Subject subject, SchemaRegistry registry) {
    this.subject = subject;
    mentions = new Mentions(subject.id());
    values = new GenericValues(registry);
  }

  @Override
  public Outcome of(ConsumerRecord<byte[], byte[]> receipt) {
    if (receipt.value() == null) {
      return Outcome.KEPT;
    }
    GenericRecord record;
    try {
      record = values.read(receipt.topic(), receipt.value());
    } catch (SerializationException unreadable) {
      // nothing but Eddyline writes here; what it cannot read it cannot change
      return mentions.isIn(receipt.value()) ? Outcome.ERASED : Outcome.KEPT;
    }
    boolean changed = subject.kind() == Subject.Kind.PERSON ? unname(record) : unsay(record);
    return changed ? new Outcome.Replaced(values.write(record, receipt.value())) : Outcome.KEPT;
  }

  /** Puts another word in the place of the name, in every text. */
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

  /** Takes out what was said, if the receipt is of the subject. */
  private boolean unsay(GenericRecord record) {
    boolean changed = false;
    for (String said : isOfSubject(record) ? SAID : Set.<String>of()) {
      Field field = record.getSchema().getField(said);
      if (field != null
          && record.get(field.pos()) instanceof CharSequence text
          && !text.isEmpty()
          && !text.toString().equals(Mentions.ERASED)) {
        record.put(field.pos(), Mentions.ERASED);
        changed = true;
      }
    }
    return changed;
  }

  private boolean isOfSubject(GenericRecord record) {
    return IDS.get(subject.kind()).stream()
        .map(name -> record.getSchema().getField(name))
        .anyMatch(
            field ->
                field != null
                    && record.get(field.pos()) instanceof CharSequence id
                    && subject.id().contentEquals(id));
  }
}
