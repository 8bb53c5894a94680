package dev.eddyline.gate;

import dev.eddyline.schema.LoopMemory;
import dev.eddyline.schema.Source;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.apache.avro.specific.SpecificRecord;

/** The records that one input publishes, numbered in order. */
public final class Outbox {

  private final String topic;
  private final int partition;
  private final long offset;
  private final int first;
  private final Instant decidedAt;
  private final List<SpecificRecord> records = new ArrayList<>(0);
  private final List<LoopMemory> learnt = new ArrayList<>(0);
  private boolean offGraph;

  /** An empty outbox for the input at these coordinates. */
  public Outbox(String topic, int partition, long offset, Instant decidedAt) {
    this(topic, partition, offset, Cause.INPUT.firstNumber(), decidedAt);
  }

  /** An empty outbox whose first record has these source coordinates. */
  public Outbox(Source next, Instant decidedAt) {
    this(next.getTopic(), next.getPartition(), next.getOffset(), next.getNumber(), decidedAt);
  }

  private Outbox(String topic, int partition, long offset, int first, Instant decidedAt) {
    this.topic = Objects.requireNonNull(topic, "topic");
    this.partition = partition;
    this.offset = offset;
    this.first = first;
    this.decidedAt = Objects.requireNonNull(decidedAt, "decidedAt");
  }

  /** An empty outbox for what another cause adds to the records of the input. */
  public Outbox outboxFor(Cause cause) {
    return new Outbox(topic, partition, offset, cause.firstNumber(), decidedAt);
  }

  /** The source coordinates of the record that is added next. */
  public Source source() {
    return new Source(topic, partition, offset, first + records.size());
  }

  /** The source coordinates of the first record of a cause. */
  public Source source(Cause cause) {
    return new Source(topic, partition, offset, cause.firstNumber());
  }

  /** An id derived from these parts and the records' cause. */
  String id(String... parts) {
    return Cause.ofNumber(first).id(parts);
  }

  /** Clock time of the decision. */
  public Instant decidedAt() {
    return decidedAt;
  }

  /** Adds a record that carries {@link #source()}. */
  public void add(SpecificRecord record) {
    records.add(record);
  }

  /**
   * Adds a record of the loop memory. It has no number, so that no other record's number depends on
   * it.
   */
  void learn(LoopMemory memory) {
    learnt.add(memory);
  }

  /** The records of the loop memory, in order; published after {@link #records}. */
  public List<LoopMemory> learnt() {
    return Collections.unmodifiableList(learnt);
  }

  /** Marks the input as a transition that its workflow's graph does not have. */
  void offGraph() {
    offGraph = true;
  }

  /** Whether the input is an off-graph transition, published or not. */
  public boolean isOffGraph() {
    return offGraph;
  }

  /** The records to publish, in order. */
  public List<SpecificRecord> records() {
    return Collections.unmodifiableList(records);
  }
}
