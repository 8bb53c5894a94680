package dev.eddyline.console.view;

import dev.eddyline.access.TaskScope;
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
import org.jspecify.annotations.Nullable;

/**
 * A published output in the view. The natural order is the order of decision.
 *
 * @param id id of the output
 * @param kind its kind
 * @param taskId its task
 * @param rootTaskId that task's root
 * @param at clock time of the decision, epoch milliseconds
 * @param occurredAt event time, epoch milliseconds
 * @param source the input that caused it
 * @param record the output
 * @param traceId W3C trace id of that input, 32 hexadecimal digits; null for none
 */
public record OutputEntry(
    String id,
    OutputKind kind,
    String taskId,
    String rootTaskId,
    long at,
    long occurredAt,
    Source source,
    SpecificRecord record,
    @Nullable String traceId)
    implements Comparable<OutputEntry> {

  /** The kind of an output. */
  enum OutputKind {
    VERDICT,
    GATE,
    RESET
  }

  /** Order of decision; within a millisecond the order of inputs, human decisions last. */
  private static final Comparator<OutputEntry> DECISION_ORDER =
      Comparator.comparingLong(OutputEntry::at)
          .thenComparing(entry -> entry.source().getTopic())
          .thenComparingInt(entry -> entry.source().getPartition())
          .thenComparingLong(entry -> entry.source().getOffset())
          .thenComparingInt(entry -> entry.source().getNumber())
          .thenComparing(OutputEntry::id);

  /** The entry of a record from an output topic. */
  public static OutputEntry of(SpecificRecord output) {
    return of(output, null);
  }

  /** The same, of an input with this trace id; null for none. */
  static OutputEntry of(SpecificRecord output, @Nullable String traceId) {
    if (output instanceof LoopVerdict verdict) {
      return new OutputEntry(
          verdict.getVerdictId(),
          OutputKind.VERDICT,
          verdict.getTaskId(),
          verdict.getRootTaskId(),
          verdict.getDecidedAt().toEpochMilli(),
          verdict.getOccurredAt().toEpochMilli(),
          verdict.getSource(),
          verdict,
          traceId);
    }
    if (output instanceof GateTrigger gate) {
      return new OutputEntry(
          gate.getTriggerId(),
          OutputKind.GATE,
          gate.getTaskId(),
          gate.getRootTaskId(),
          gate.getDecidedAt().toEpochMilli(),
          gate.getOccurredAt().toEpochMilli(),
          gate.getSource(),
          gate,
          traceId);
    }
    if (output instanceof LoopReset reset) {
      return new OutputEntry(
          reset.getResetId(),
          OutputKind.RESET,
          reset.getTaskId(),
          reset.getRootTaskId(),
          reset.getDecidedAt().toEpochMilli(),
          reset.getOccurredAt().toEpochMilli(),
          reset.getSource(),
          reset,
          traceId);
    }
    throw new IllegalArgumentException("not an output of Eddyline: " + output.getClass().getName());
  }

  /** Whether it shows remedies from the loop memory. */
  public boolean hasRemedies() {
    return record instanceof GateTrigger gate && !gate.getSimilar().isEmpty();
  }

  /** Whether a scope covers the tasks that its remedies come from. */
  public boolean areRemediesCovered(TaskScope scope) {
    return record instanceof GateTrigger gate && scope.coversTenant(gate.getTenant());
  }

  /** Its position in the order of decisions, without the record. */
  public DecisionPosition decidedAtPosition() {
    return new DecisionPosition(
        at, source.getTopic(), source.getPartition(), source.getOffset(), source.getNumber());
  }

  /**
   * The position of an output in the order of decisions.
   *
   * @param at clock time, epoch milliseconds
   * @param topic of the input that caused it
   * @param partition of that input
   * @param offset of that input
   * @param number of the output among those of that input
   */
  record DecisionPosition(long at, String topic, int partition, long offset, int number) {

    /**
     * Whether it is later than another position. Inputs of one partition are ordered by offset,
     * others by clock time; within a millisecond human decisions are later.
     */
    boolean isAfter(DecisionPosition other) {
      if (other == null) {
        return true;
      }
      if (partition == other.partition && topic.equals(other.topic)) {
        return offset > other.offset || offset == other.offset && number > other.number;
      }
      return at == other.at ? topic.compareTo(other.topic) > 0 : at > other.at;
    }

    /** Whether both are outputs of one input. */
    boolean isOfSameInput(DecisionPosition other) {
      return partition == other.partition && offset == other.offset && topic.equals(other.topic);
    }
  }

  @Override
  public int compareTo(OutputEntry other) {
    return DECISION_ORDER.compare(this, other);
  }

  /** Whether it is a verdict with a detection, and not in shadow mode. */
  public boolean isDetection() {
    return record instanceof LoopVerdict verdict
        && !verdict.getShadow()
        && verdict.getLoopType() != LoopType.OK
        && verdict.getLoopType() != LoopType.UNKNOWN;
  }

  /**
   * Whether it is the verdict on a loop: a detection that requests an action and is not an external
   * fault.
   */
  boolean isLoop() {
    return isDetection()
        && record instanceof LoopVerdict verdict
        && verdict.getLoopType() != LoopType.EXTERNAL_FAULT
        && verdict.getAction() != Action.CONTINUE;
  }

  /** Whether it is a requested reply without a detection. */
  boolean isReplyWithoutDetection() {
    return record instanceof LoopVerdict verdict && verdict.getLoopType() == LoopType.OK;
  }

  /** Whether it is a reply without a detection for a task that left its workflow's graph. */
  public boolean isOffGraph() {
    return isReplyWithoutDetection() && ((LoopVerdict) record).getOffGraph() != null;
  }

  /** Its approximate size in characters. */
  int size() {
    int size = 500 + 2 * (taskId.length() + rootTaskId.length());
    if (record instanceof LoopVerdict verdict) {
      size += verdict.getText().length() + verdict.getReason().length();
      size += size(verdict.getEvidence()) + size(verdict.getLeaderContext());
      size += totalTextChars(verdict.getAgents());
    } else if (record instanceof GateTrigger gate) {
      size += size(gate);
    }
    return size;
  }

  /** The approximate size of a gate's change in characters. */
  static int size(GateTrigger gate) {
    return 500
        + gate.getText().length()
        + gate.getReason().length()
        + (gate.getGuidance() == null ? 0 : gate.getGuidance().length())
        + totalTextChars(gate.getSimilar())
        + size(gate.getEvidence());
  }

  /** The approximate size of a leader's context in characters; 0 for null. */
  static int size(LeaderContext context) {
    return context == null
        ? 0
        : 50 * context.getHistory().size() + context.getSuggestion().length();
  }

  private static int size(List<Evidence> evidence) {
    return evidence.stream().mapToInt(event -> 100 + event.getWhat().length()).sum();
  }

  private static int totalTextChars(List<String> texts) {
    return texts.stream().mapToInt(text -> 50 + text.length()).sum();
  }
}
