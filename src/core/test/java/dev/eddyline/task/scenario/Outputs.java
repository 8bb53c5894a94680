package dev.eddyline.task.scenario;

import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.ProgressEvaluationRequest;
import dev.eddyline.schema.Signal;
import dev.eddyline.task.InputOutcome;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/**
 * The outputs of one event.
 *
 * @param outcome outcome of the event
 * @param records all that was published because of it, in order, its signals' effects included
 */
public record Outputs(InputOutcome outcome, List<SpecificRecord> records) {

  /** The verdicts among what was published. */
  public static List<LoopVerdict> verdicts(List<SpecificRecord> published) {
    return all(LoopVerdict.class, published);
  }

  /** The only verdict of what was published. */
  public static LoopVerdict verdict(List<SpecificRecord> published) {
    return only(LoopVerdict.class, published);
  }

  /** The verdicts among the records. */
  public List<LoopVerdict> verdicts() {
    return all(LoopVerdict.class);
  }

  /** What is published for others to read: all records but the signals. */
  public List<SpecificRecord> recordsWithoutSignals() {
    return records.stream().filter(record -> !(record instanceof Signal)).toList();
  }

  /** The signals among the records whose body is of this type. */
  public <T> List<T> signalled(Class<T> body) {
    return signals().stream()
        .map(Signal::getBody)
        .filter(body::isInstance)
        .map(body::cast)
        .toList();
  }

  /** The only verdict. */
  public LoopVerdict verdict() {
    return only(LoopVerdict.class);
  }

  /** The gate triggers among the records. */
  public List<GateTrigger> gates() {
    return all(GateTrigger.class);
  }

  /** The only gate trigger. */
  public GateTrigger gate() {
    return only(GateTrigger.class);
  }

  /** The only reset. */
  public LoopReset reset() {
    return only(LoopReset.class);
  }

  /** What evaluators are asked among the records. */
  public List<ProgressEvaluationRequest> evaluationRequests() {
    return all(ProgressEvaluationRequest.class);
  }

  /** The only question to an evaluator. */
  public ProgressEvaluationRequest evaluationRequest() {
    return only(ProgressEvaluationRequest.class);
  }

  /** The resets among the records. */
  public List<LoopReset> resets() {
    return all(LoopReset.class);
  }

  /** The signals among the records. */
  public List<Signal> signals() {
    return all(Signal.class);
  }

  /** The outputs of this type, in order. */
  public <T> List<T> all(Class<T> type) {
    return all(type, records);
  }

  private <T> T only(Class<T> type) {
    return only(type, records);
  }

  private static <T> List<T> all(Class<T> type, List<SpecificRecord> records) {
    return records.stream().filter(type::isInstance).map(type::cast).toList();
  }

  private static <T> T only(Class<T> type, List<SpecificRecord> records) {
    List<T> found = all(type, records);
    if (found.size() != 1) {
      throw new AssertionError(
          "expected one " + type.getSimpleName() + ", got " + found.size() + " in " + records);
    }
    return found.get(0);
  }
}
