package dev.eddyline.policy;

import dev.eddyline.detect.IdenticalFailure;
import dev.eddyline.detect.Redaction;
import dev.eddyline.detect.RepeatedAction;
import java.time.Duration;
import java.util.Objects;

/**
 * All that is configurable about the rules.
 *
 * @param name what verdicts call it
 * @param version hash of its text: equal policies have equal versions
 * @param identicalFailure limits of {@link IdenticalFailure}
 * @param repeatedAction limits of {@link RepeatedAction}
 * @param gate when a gate opens
 * @param redaction how texts are made fit to leave
 * @param forgetAfter time without an event after which a task is forgotten (document 002: 24 h)
 * @param longestWait how long a wait lasts that names no end (specification, section 1: 1 h)
 */
public record Policy(
    String name,
    String version,
    IdenticalFailure.Limits identicalFailure,
    RepeatedAction.Limits repeatedAction,
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
    Objects.requireNonNull(identicalFailure, "identicalFailure");
    Objects.requireNonNull(repeatedAction, "repeatedAction");
    Objects.requireNonNull(gate, "gate");
    Objects.requireNonNull(redaction, "redaction");
    Objects.requireNonNull(forgetAfter, "forgetAfter");
    Objects.requireNonNull(longestWait, "longestWait");
  }

  /** Whether no rule is on, so that nothing can be found. */
  public boolean isSilent() {
    return !identicalFailure.enabled() && !repeatedAction.enabled();
  }
}
