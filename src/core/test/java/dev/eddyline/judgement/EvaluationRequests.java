package dev.eddyline.judgement;

import dev.eddyline.schema.JudgedFailure;
import dev.eddyline.schema.ProgressEvaluationRequest;
import dev.eddyline.schema.ProgressSnapshot;
import dev.eddyline.schema.Source;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/** Evaluation requests. */
public final class EvaluationRequests {

  /** The time of all events. */
  public static final Instant TIME = Instant.parse("2026-03-01T10:00:00Z");

  /** No progress of any kind. */
  public static final ProgressSnapshot NO_PROGRESS =
      new ProgressSnapshot(false, null, null, null, null, 0L, 0L, 0L, 0L);

  private EvaluationRequests() {}

  /** A request of task T1 about the last of these failures. */
  public static ProgressEvaluationRequest requestAboutFailures(String goal, String... messages) {
    List<JudgedFailure> failures =
        Arrays.stream(messages).map(EvaluationRequests::failure).toList();
    int last = failures.size() - 1;
    return new ProgressEvaluationRequest(
        "r-1",
        "e-" + last,
        "T1",
        "T1",
        "agent-1",
        null,
        null,
        null,
        goal,
        null,
        failures.subList(0, last),
        failures.get(last),
        null,
        NO_PROGRESS,
        0L,
        "test",
        "1",
        new Source("agent-events", 0, (long) last, 0),
        TIME,
        TIME);
  }

  /** A failure with this message. */
  static JudgedFailure failure(String message) {
    return new JudgedFailure("e", TIME, message, null, null, 1);
  }
}
