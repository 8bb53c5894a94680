package dev.eddyline.policy;

import dev.eddyline.keys.Section;
import java.time.Duration;
import java.util.Objects;

/**
 * When an evaluator is asked about a failure that no detector has a result for.
 *
 * @param enabled whether an evaluator is asked at all
 * @param every minimum time between two requests about a task, by event time
 * @param waitFor how long an unanswered request blocks the next one of the task
 */
public record EvaluationLimits(boolean enabled, Duration every, Duration waitFor) {

  public EvaluationLimits {
    Objects.requireNonNull(every, "every");
    Objects.requireNonNull(waitFor, "waitFor");
  }

  /** The same limits, disabled. */
  EvaluationLimits disabled() {
    return new EvaluationLimits(false, every, waitFor);
  }

  /** Reads the limits from a section of a policy. */
  static EvaluationLimits read(Section section) {
    EvaluationLimits limits =
        new EvaluationLimits(
            section
                .about(
                    "whether an evaluator is asked about differing failures without progress, among"
                        + " those that identical_failure stores")
                .bool("enabled", false),
            section
                .about("minimum time between two requests about a task")
                .duration("every", Duration.ofMinutes(1)),
            section
                .about("how long an unanswered request blocks the next one of the task")
                .duration("waitFor", Duration.ofMinutes(10)));
    section.rejectUnknownKeys();
    return limits;
  }
}
