package dev.eddyline.policy;

import dev.eddyline.schema.FoundLoop;
import dev.eddyline.text.Section;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * When a gate opens.
 *
 * @param loops loops of the root task that open it, at least 1 (document 002: 3)
 * @param attempts attempts at one failure that open it, at least 2; empty leaves it to the loops
 *     (document 002's integration test: 3)
 * @param toolErrors whether the errors of tools count among those attempts
 * @param resetOnUserMessage whether a person's message to the agent sets the counter back
 * @param label label for trackers that block by label (document 003), or empty for none
 * @param window how long a loop stays on the counter; empty: until the next reset
 * @param progressForgives whether loops that progress followed leave the counter
 * @param debugger whether a failure goes to a debugger one loop before a threshold
 */
public record GateLimits(
    int loops,
    OptionalInt attempts,
    boolean toolErrors,
    boolean resetOnUserMessage,
    String label,
    Optional<Duration> window,
    boolean progressForgives,
    boolean debugger) {

  public GateLimits {
    Objects.requireNonNull(attempts, "attempts");
    Objects.requireNonNull(label, "label");
    Objects.requireNonNull(window, "window");
    if (loops < 1) {
      throw new IllegalArgumentException("loops must be ≥ 1, was " + loops);
    }
    if (attempts.isPresent() && attempts.getAsInt() < 2) {
      throw new IllegalArgumentException("attempts must be ≥ 2, was " + attempts.getAsInt());
    }
  }

  /** The limits that a section of a policy tells. */
  static GateLimits read(Section section) {
    GateLimits limits =
        new GateLimits(
            section
                .about("loops of the root task that open a gate")
                .integer("loops", 3, 1, Section.MANY),
            section
                .about("attempts at one failure that open a gate; null: loops alone do")
                .integerOrNone("attempts", 3, 2, Section.MANY),
            section
                .about(
                    "whether errors of tools are among those attempts, beside failures that the agent reports")
                .bool("toolErrors", false),
            section
                .about(
                    "whether a person's message to the agent sets the counter of loops back to 0")
                .bool("resetOnUserMessage", false),
            section
                .about("label of the gate, for trackers that block by label; empty for none")
                .text("label", ""),
            Optional.ofNullable(
                section
                    .about("how long a loop stays on the counter; null: until the next reset")
                    .duration("window", null)),
            section
                .about("whether loops that progress followed leave the counter")
                .bool("progressForgives", false),
            section
                .about(
                    "whether a debugger is asked, in place of a hint, one loop before a gate opens")
                .bool("debugger", false));
    section.refuseOthers();
    return limits;
  }

  /** How many of a failure's attempts may open a gate. */
  public int gating(FoundLoop loop) {
    return toolErrors ? loop.getAttempts() : loop.getReportedAttempts();
  }

  /** The attempts at which a failure opens a gate by itself: by their number, or by its loops. */
  public int failureLimit(FoundLoop failure) {
    int byLoops = loops + 1;
    return gating(failure) == 0 ? byLoops : Math.min(attempts.orElse(byLoops), byLoops);
  }
}
