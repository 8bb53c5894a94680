package dev.eddyline.policy;

import dev.eddyline.keys.ScalarTypes;
import dev.eddyline.keys.Section;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * A tool, step or agent that the detectors ignore for a time.
 *
 * @param kind whether it is a tool, a step or an agent
 * @param name its exact name
 * @param reason why, for people
 * @param until event time at which it ends
 */
public record Mute(MuteKind kind, String name, String reason, Instant until) {

  /** Maximum number of mutes of a policy. */
  static final int MAX_MUTES_PER_POLICY = 256;

  private static final int MAX_CHARS = 1_000;

  /** What can be muted. */
  public enum MuteKind {
    TOOL("tool"),
    STEP("step"),
    AGENT("agent");

    private final String key;

    MuteKind(String key) {
      this.key = key;
    }
  }

  public Mute {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(until, "until");
  }

  /** Reads a mute; empty if it is invalid. */
  static Optional<Mute> read(Section section) {
    MuteKind kind = null;
    String name = "";
    int named = 0;
    for (MuteKind candidate : MuteKind.values()) {
      String read = section.read(candidate.key, ScalarTypes.text(MAX_CHARS), "");
      if (section.names().contains(candidate.key)) {
        kind = candidate;
        name = read;
        named++;
      }
    }
    if (named != 1) {
      section.addProblem("must name exactly one of tool, step and agent, named " + named);
    }
    String reason = section.requiredText("reason", MAX_CHARS);
    Instant until = section.requiredInstant("until");
    section.rejectUnknownKeys();
    return named != 1 || kind == null || until == null
        ? Optional.empty()
        : Optional.of(new Mute(kind, name, reason, until));
  }
}
