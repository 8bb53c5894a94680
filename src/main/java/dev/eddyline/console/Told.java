package dev.eddyline.console;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.Evidence;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LeaderContext;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.Source;
import java.util.Comparator;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/**
 * One output as the view keeps it; their order is that in which they were decided.
 *
 * @param id identity of the output
 * @param kind what it is
 * @param taskId its task
 * @param rootTaskId that task's root
 * @param at clock time of the decision, epoch milliseconds
 * @param occurredAt event time, epoch milliseconds
 * @param source the input that caused it
 * @param record the output
 */
record Told(
    String id,
    Kind kind,
    String taskId,
    String rootTaskId,
    long at,
    long occurredAt,
    Source source,
    SpecificRecord record)
    implements Comparable<Told> {

  /** What was told. */
  enum Kind {
    VERDICT,
    GATE,
    RESET
  }

  /** Order of decision; within a millisecond that of the inputs, people's decisions last. */
  private static final Comparator<Told> AS_DECIDED =
      Comparator.comparingLong(Told::at)
          .thenComparing(told -> told.source().getTopic())
          .thenComparingInt(told -> told.source().getPartition())
          .thenComparingLong(told -> told.source().getOffset())
          .thenComparingInt(told -> told.source().getNumber())
          .thenComparing(Told::id);

  /** The output of a topic. */
  static Told of(SpecificRecord output) {
    if (output instanceof LoopVerdict verdict) {
      return new Told(
          verdict.getVerdictId(),
          Kind.VERDICT,
          verdict.getTaskId(),
          verdict.getRootTaskId(),
          verdict.getDecidedAt().toEpochMilli(),
          verdict.getOccurredAt().toEpochMilli(),
          verdict.getSource(),
          verdict);
    }
    if (output instanceof GateTrigger gate) {
      return new Told(
          gate.getTriggerId(),
          Kind.GATE,
          gate.getTaskId(),
          gate.getRootTaskId(),
          gate.getDecidedAt().toEpochMilli(),
          gate.getOccurredAt().toEpochMilli(),
          gate.getSource(),
          gate);
    }
    if (output instanceof LoopReset reset) {
      return new Told(
          reset.getResetId(),
          Kind.RESET,
          reset.getTaskId(),
          reset.getRootTaskId(),
          reset.getDecidedAt().toEpochMilli(),
          reset.getOccurredAt().toEpochMilli(),
          reset.getSource(),
          reset);
    }
    throw new IllegalArgumentException("no output of Eddyline: " + output.getClass().getName());
  }

  /** What its place in the order of decisions needs, without what was told. */
  Moment moment() {
    return new Moment(
        at, source.getTopic(), source.getPartition(), source.getOffset(), source.getNumber());
  }

  /**
   * When an output was decided.
   *
   * @param at clock time, epoch milliseconds
   * @param topic of the input that caused it
   * @param partition of that input
   * @param offset of that input
   * @param number of the output among those of that input
   */
  record Moment(long at, String topic, int partition, long offset, int number) {

    /**
     * Of inputs of one partition their order tells which came later; of others the clock, and
     * within a millisecond people's decisions are the later ones.
     */
    boolean isAfter(Moment other) {
      if (other == null) {
        return true;
      }
      if (partition == other.partition && topic.equals(other.topic)) {
        return offset > other.offset || offset == other.offset && number > other.number;
      }
      return at == other.at ? topic.compareTo(other.topic) > 0 : at > other.at;
    }
  }

  @Override
  public int compareTo(Told other) {
    return AS_DECIDED.compare(this, other);
  }

  /** Whether it is a verdict that tells of something: no plain answer, none that only watches. */
  boolean isFinding() {
    return record instanceof LoopVerdict verdict
        && !verdict.getShadow()
        && verdict.getLoopType() != LoopType.OK
        && verdict.getLoopType() != LoopType.UNKNOWN;
  }

  /**
   * Whether it is the verdict on a loop: a finding that was not forgiven and is nobody else's
   * fault.
   */
  boolean isLoop() {
    return isFinding()
        && record instanceof LoopVerdict verdict
        && verdict.getLoopType() != LoopType.EXTERNAL_FAULT
        && verdict.getAction() != Action.CONTINUE;
  }

  /** Whether it is an answer that no loop was found, given because it was asked for. */
  boolean isPlainAnswer() {
    return record instanceof LoopVerdict verdict && verdict.getLoopType() == LoopType.OK;
  }

  /** Whether it only tells that the task left the graph of its workflow. */
  boolean isOffGraph() {
    return isPlainAnswer() && ((LoopVerdict) record).getOffGraph() != null;
  }

  /** About how many characters it holds. */
  int size() {
    int size = 500 + 2 * (taskId.length() + rootTaskId.length());
    if (record instanceof LoopVerdict verdict) {
      size += verdict.getText().length() + verdict.getReason().length();
      size += size(verdict.getEvidence()) + size(verdict.getLeaderContext());
      size += texts(verdict.getAgents());
    } else if (record instanceof GateTrigger gate) {
      size += size(gate);
    }
    return size;
  }

  /** About how many characters a gate's change holds. */
  static int size(GateTrigger gate) {
    return 500
        + gate.getText().length()
        + gate.getReason().length()
        + (gate.getGuidance() == null ? 0 : gate.getGuidance().length())
        + texts(gate.getSimilar())
        + size(gate.getEvidence());
  }

  /** About how many characters a leader's context holds; 0 for none. */
  static int size(LeaderContext context) {
    return context == null
        ? 0
        : 50 * context.getHistory().size() + context.getSuggestion().length();
  }

  private static int size(List<Evidence> evidence) {
    return evidence.stream().mapToInt(event -> 100 + event.getWhat().length()).sum();
  }

  private static int texts(List<String> texts) {
    return texts.stream().mapToInt(text -> 50 + text.length()).sum();
  }
}
