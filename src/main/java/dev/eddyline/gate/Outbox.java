package dev.eddyline.gate;

import dev.eddyline.detect.Hash;
import dev.eddyline.schema.LoopMemory;
import dev.eddyline.schema.Source;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.apache.avro.specific.SpecificRecord;

/** What one input causes to be published, in order; it numbers its records. */
public final class Outbox {

  /** First number of what comes of an event's session: what comes of its task has less. */
  static final int FIRST_OF_SESSION = 16;

  /** First number of what comes of an evaluator's answer. */
  static final int FIRST_OF_EVALUATION = 32;

  /** First number of what comes of what the event's texts mean. */
  static final int FIRST_OF_MEANING = 4_096;

  /** First number of what comes of a meaning that is found after a reset. */
  static final int FIRST_OF_LEFT = 8_192;

  private final String topic;
  private final int partition;
  private final long offset;
  private final int first;
  private final Instant decidedAt;
  private final List<SpecificRecord> records = new ArrayList<>(0);
  private final List<LoopMemory> learnt = new ArrayList<>(0);
  private boolean offGraph;

  /** An empty outbox for the input that stood at this place. */
  public Outbox(String topic, int partition, long offset, Instant decidedAt) {
    this(topic, partition, offset, 0, decidedAt);
  }

  /** An empty outbox for an input whose next record bears these coordinates. */
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

  /** An empty outbox for an evaluator's answer that stood at this place. */
  public static Outbox ofEvaluation(String topic, int partition, long offset, Instant decidedAt) {
    return new Outbox(topic, partition, offset, FIRST_OF_EVALUATION, decidedAt);
  }

  /** The source coordinates of the record that is added next. */
  public Source source() {
    return new Source(topic, partition, offset, first + records.size());
  }

  /** The source coordinates of the first record that comes of the event's session. */
  public Source sessionSource() {
    return new Source(topic, partition, offset, FIRST_OF_SESSION);
  }

  /** The source coordinates of the first record that comes of what the event's texts mean. */
  public Source meaningSource() {
    return new Source(topic, partition, offset, FIRST_OF_MEANING);
  }

  /**
   * An id derived from these parts, another one where the record comes of the event's session, of
   * an evaluator's answer about it or of its meaning, before or after a reset: the event may have
   * had its verdict.
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

  /** An empty outbox for what is said of a meaning that is found after a reset. */
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

  /** Adds what was learnt of a loop: it bears no number, so that no output's depends on it. */
  void learn(LoopMemory memory) {
    learnt.add(memory);
  }

  /** What was learnt, in order; published behind {@link #records}. */
  public List<LoopMemory> learnt() {
    return Collections.unmodifiableList(learnt);
  }

  /** The input is a move that the graph of its workflow does not have. */
  void offGraph() {
    offGraph = true;
  }

  /** Whether the input is such a move, told or not. */
  public boolean isOffGraph() {
    return offGraph;
  }

  /** What is to be published, in order. */
  public List<SpecificRecord> records() {
    return Collections.unmodifiableList(records);
  }
}
