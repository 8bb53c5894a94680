package dev.eddyline.policy;

import dev.eddyline.text.Section;
import java.time.Duration;
import java.util.Objects;

/**
 * When an evaluator is asked about a failure that no rule settles (document 002, section 5).
 *
 * @param enabled whether one is asked at all
 * @param every the shortest time between two questions about a task, by event time
 * @param waitFor how long a question without an answer keeps the task from asking the next one
 */
public record EvaluationLimits(boolean enabled, Duration every, Duration waitFor) {

  public EvaluationLimits {
    Objects.requireNonNull(every, "every");
    Objects.requireNonNull(waitFor, "waitFor");
  }

  /** The same, but nobody is asked and no answer is taken. */
  EvaluationLimits off() {
    return new EvaluationLimits(false, every, waitFor);
  }

  /** The limits that a section of a policy tells. */
  static EvaluationLimits read(Section section) {
    EvaluationLimits limits =
        new EvaluationLimits(
            section
                .about(
                    "whether an evaluator is asked about failures that differ while nothing gets better, of"
                        + " those that identical_failure remembers")
                .bool("enabled", false),
            section
                .about("shortest time between two questions about a task")
                .duration("every", Duration.ofMinutes(1)),
            section
                .about(
                    "how long a question without an answer keeps the task from asking the next one")
                .duration("waitFor", Duration.ofMinutes(10)));
    section.refuseOthers();
    return limits;
  }
}
