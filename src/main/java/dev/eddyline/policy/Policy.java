package dev.eddyline.policy;

import dev.eddyline.detect.Detector;
import dev.eddyline.detect.Redaction;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.FoundLoop;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;

/**
 * All that is configurable about the rules.
 *
 * @param name what verdicts call it
 * @param version hash of its text: equal policies have equal versions
 * @param limits the limits of each rule
 * @param actions which action answers which loop
 * @param gate when a gate opens
 * @param redaction how texts are made fit to leave
 * @param forgetAfter time without an event after which a task is forgotten (document 002: 24 h)
 * @param longestWait how long a wait lasts that names no end (specification, section 1: 1 h)
 */
public record Policy(
    String name,
    String version,
    Map<Detector<?, ?>, Detector.Limits> limits,
    Actions actions,
    GateLimits gate,
    Redaction redaction,
    Duration forgetAfter,
    Duration longestWait) {

  /** Document 002, "Memory Management": states without an event for 24 h are collected. */
  public static final Duration FORGET_AFTER = Duration.ofHours(24);

  /** Specification, section 1: a declared wait without an end. */
  public static final Duration LONGEST_WAIT = Duration.ofHours(1);

  public Policy {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(version, "version");
    limits = Map.copyOf(limits);
    Objects.requireNonNull(actions, "actions");
    Objects.requireNonNull(gate, "gate");
    Objects.requireNonNull(redaction, "redaction");
    Objects.requireNonNull(forgetAfter, "forgetAfter");
    Objects.requireNonNull(longestWait, "longestWait");
  }

  /** Whether no rule is on, so that nothing can be found. */
  public boolean isSilent() {
    return limits.values().stream().noneMatch(Detector.Limits::enabled);
  }

  /** The limits of a rule. */
  @SuppressWarnings("unchecked") // the reader puts in what the rule itself has read
  public <L extends Detector.Limits> L limits(Detector<?, L> detector) {
    return (L) Objects.requireNonNull(limits.get(detector), detector.key());
  }

  /** The action that answers a loop, at or before the threshold at which a person decides. */
  public Action action(FoundLoop loop, boolean personDecides) {
    return actions.of(loop, personDecides);
  }
}
