package dev.eddyline.policy;

import dev.eddyline.schema.FoundLoop;
import dev.eddyline.text.Section;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

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
 * @param maxAge how long before the partition's first start a record may have been written and yet
 *     open a gate (specification, section 8: 1 h)
 * @param humanGates whether gates are opened at all (document 003, trigger_hitl); otherwise what
 *     would open one is only told
 * @param remindEvery how long after it was last told of an open gate is told of again; empty: never
 */
public record GateLimits(
    int loops,
    OptionalInt attempts,
    boolean toolErrors,
    boolean resetOnUserMessage,
    String label,
    Optional<Duration> window,
    boolean progressForgives,
    boolean debugger,
    Duration maxAge,
    boolean humanGates,
    Optional<Duration> remindEvery) {

  public GateLimits {
    Objects.requireNonNull(attempts, "attempts");
    Objects.requireNonNull(label, "label");
    Objects.requireNonNull(window, "window");
    Objects.requireNonNull(maxAge, "maxAge");
    Objects.requireNonNull(remindEvery, "remindEvery");
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
                .bool("debugger", false),
            section
                .about(
                    "how long before a partition's first start a record may have been written and yet open a gate")
                .duration("maxAge", Duration.ofHours(1)),
            section
                .about("whether gates are opened at all; false: what would open one is only told")
                .bool("humanGates", true),
            Optional.ofNullable(
                section
                    .about("time after which an open gate is told of again; null: never")
                    .duration("remindEvery", null)));
    section.refuseOthers();
    return limits;
  }

  /**
   * Whether a record is only history to its partition, which was first started long after it.
   *
   * @param recordTime timestamp of the record, epoch milliseconds
   * @param firstStart clock time of the first start, epoch milliseconds; empty where none is known
   */
  public boolean isHistory(long recordTime, OptionalLong firstStart) {
    return firstStart.isPresent() && recordTime < firstStart.getAsLong() - maxAge.toMillis();
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
