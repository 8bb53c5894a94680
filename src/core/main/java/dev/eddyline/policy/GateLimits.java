package dev.eddyline.policy;

import dev.eddyline.keys.Section;
import dev.eddyline.schema.FoundLoop;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * When a gate opens.
 *
 * @param loops loops of the root task that open it, at least 1 (default 3)
 * @param attempts attempts at one failure that open it, at least 2 (default 3); empty: only loops
 *     open it
 * @param toolErrors whether tool errors count as attempts
 * @param resetOnUserMessage whether a user message resets the counter
 * @param label label for trackers that block by label, or empty for none
 * @param window how long a loop counts; empty: until the next reset
 * @param progressForgives whether progress removes earlier loops from the counter
 * @param debugger whether a failure is escalated to a debugger one loop before a threshold
 * @param maxAge records older than the partition's first start minus this time open no gate
 *     (default 1 h)
 * @param humanGates whether gates are opened at all; otherwise only verdicts are published
 * @param remindEvery interval of reminders of an open gate; empty: never
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

  /** Reads the limits from a section of a policy. */
  static GateLimits read(Section section) {
    GateLimits limits =
        new GateLimits(
            section
                .about("loops of the root task that open a gate")
                .integer("loops", 3, 1, Section.MANY),
            section
                .about("attempts at one failure that open a gate; null: only loops open it")
                .integerOrNone("attempts", 3, 2, Section.MANY),
            section
                .about(
                    "whether tool errors count as attempts, in addition to failures that the agent reports")
                .bool("toolErrors", false),
            section
                .about("whether a user message resets the loop counter")
                .bool("resetOnUserMessage", false),
            section
                .about("label of the gate, for trackers that block by label; empty for none")
                .text("label", ""),
            Optional.ofNullable(
                section
                    .about("how long a loop counts; null: until the next reset")
                    .duration("window", null)),
            section
                .about("whether progress removes earlier loops from the counter")
                .bool("progressForgives", false),
            section
                .about(
                    "whether a debugger is asked instead of a hint, one loop before a gate opens")
                .bool("debugger", false),
            section
                .about("maximum age of a record at the partition's first start to open a gate")
                .duration("maxAge", Duration.ofHours(1)),
            section
                .about("whether gates are opened; false: only verdicts are published")
                .bool("humanGates", true),
            Optional.ofNullable(
                section
                    .about("interval of reminders of an open gate; null: never")
                    .duration("remindEvery", null)));
    section.rejectUnknownKeys();
    return limits;
  }

  /**
   * Whether a record is history: much older than the partition's first start.
   *
   * @param recordTime timestamp of the record, epoch milliseconds
   * @param firstStart clock time of the first start, epoch milliseconds; empty if unknown
   */
  public boolean isHistory(long recordTime, OptionalLong firstStart) {
    return firstStart.isPresent() && recordTime < firstStart.getAsLong() - maxAge.toMillis();
  }

  /** The number of a failure's attempts that count towards a gate. */
  public int attemptCountForGate(FoundLoop loop) {
    return toolErrors ? loop.getAttempts() : loop.getReportedAttempts();
  }

  /** The number of attempts at which a failure alone opens a gate: by attempts or by its loops. */
  public int failureLimit(FoundLoop failure) {
    int byLoops = loops + 1;
    return attemptCountForGate(failure) == 0
        ? byLoops
        : Math.min(attempts.orElse(byLoops), byLoops);
  }
}
