package dev.eddyline.gate;

import dev.eddyline.schema.LoopMemory;
import dev.eddyline.schema.Source;
import dev.eddyline.text.Hash;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.apache.avro.specific.SpecificRecord;

/** The records that one input publishes, numbered in order. */
public final class Outbox {

  /**
   * First number of records that an event's session causes; records of its task have lower numbers.
   */
  static final int FIRST_OF_SESSION = 16;

  /** First number of records that an evaluator's answer causes. */
  static final int FIRST_OF_EVALUATION = 32;

  /** First number of records that the meaning of the event's texts causes. */
  static final int FIRST_OF_MEANING = 4_096;

  /** First number of records that a meaning found after a reset causes. */
  static final int FIRST_OF_LEFT = 8_192;

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
    this(topic, partition, offset, 0, decidedAt);
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

  /** An empty outbox for an evaluator's answer at these coordinates. */
  public static Outbox ofEvaluation(String topic, int partition, long offset, Instant decidedAt) {
    return new Outbox(topic, partition, offset, FIRST_OF_EVALUATION, decidedAt);
  }

  /** The source coordinates of the record that is added next. */
  public Source source() {
    return new Source(topic, partition, offset, first + records.size());
  }

  /** The source coordinates of the first record that the event's session causes. */
  public Source sessionSource() {
    return new Source(topic, partition, offset, FIRST_OF_SESSION);
  }

  /** The source coordinates of the first record that the meaning of the event's texts causes. */
  public Source meaningSource() {
    return new Source(topic, partition, offset, FIRST_OF_MEANING);
  }

  /**
   * An id derived from these parts. Records of the event's session, of an evaluator's answer or of
   * a meaning get a different id, since the event may already have a verdict.
   */
  String id(String... parts) {
    if (first < FIRST_OF_SESSION) {
      return Hash.id(parts);
    }
    String[] later = Arrays.copyOf(parts, parts.length + 1);
    later[parts.length] = cause();
    return Hash.id(later);
  }

  private String cause() {
    if (first < FIRST_OF_EVALUATION) {
      return "session";
    } else if (first < FIRST_OF_MEANING) {
      return "evaluation";
    }
    return first < FIRST_OF_LEFT ? "meaning" : "left";
  }

  /** An empty outbox for a meaning that is found after a reset. */
  public Outbox afterReset() {
    return new Outbox(topic, partition, offset, FIRST_OF_LEFT, decidedAt);
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
