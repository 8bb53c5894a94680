package dev.eddyline.gate;

import dev.eddyline.schema.Source;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.apache.avro.specific.SpecificRecord;

/** What one input causes to be published, in order; it numbers its records. */
public final class Outbox {

  private final String topic;
  private final int partition;
  private final long offset;
  private final Instant decidedAt;
  private final List<SpecificRecord> records = new ArrayList<>(2);

  /** An empty outbox for the input that stood at this place. */
  public Outbox(String topic, int partition, long offset, Instant decidedAt) {
    this.topic = Objects.requireNonNull(topic, "topic");
    this.partition = partition;
    this.offset = offset;
    this.decidedAt = Objects.requireNonNull(decidedAt, "decidedAt");
  }

  /** The source coordinates of the record that is added next. */
  public Source source() {
    return new Source(topic, partition, offset, records.size());
  }

  /** Clock time of the decision. */
  public Instant decidedAt() {
    return decidedAt;
  }

  /** Adds a record that carries {@link #source()}. */
  public void add(SpecificRecord record) {
    records.add(record);
  }

  /** What is to be published, in order. */
  public List<SpecificRecord> records() {
    return Collections.unmodifiableList(records);
  }
}
