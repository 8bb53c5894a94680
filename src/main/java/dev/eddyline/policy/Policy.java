package dev.eddyline.policy;

import dev.eddyline.detect.Detector;
import dev.eddyline.detect.Masking;
import dev.eddyline.detect.Redaction;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.FoundLoop;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * All that is configurable about the rules.
 *
 * @param name what verdicts call it
 * @param version hash of its text: equal policies have equal versions
 * @param mode whether it decides or only watches
 * @param limits the limits of each rule
 * @param masking what is volatile in texts that are compared
 * @param actions which action answers which loop
 * @param gate when a gate opens
 * @param redaction how texts are made fit to leave
 * @param forgetAfter time without an event after which a task is forgotten (document 002: 24 h)
 * @param longestWait how long a wait lasts that names no end (specification, section 1: 1 h)
 */
public record Policy(
    String name,
    String version,
    Mode mode,
    Map<Detector<?, ?>, Detector.Limits> limits,
    Masking masking,
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
    Objects.requireNonNull(mode, "mode");
    limits = Map.copyOf(limits);
    Objects.requireNonNull(masking, "masking");
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

  /**
   * The policy as it stands for a step and a complexity, whose overrides come over its limits.
   *
   * @param step name of the step, or null
   * @param complexity as the task's start told it, or null
   */
  public Policy at(String step, String complexity) {
    return this;
  }

  /**
   * Whether the tool, step or agent of an event is muted, so that no rule sees it.
   *
   * @param step step that the task is in, or null
   * @param at event time, epoch milliseconds: a mute has an end
   */
  public boolean isMuted(AgentEvent event, String step, long at) {
    return false;
  }

  /** The kind of external fault that an event tells of, if it is one and the rule for it is on. */
  public Optional<String> externalFault(Object body) {
    return Optional.empty();
  }

  /** The limits of a rule. */
  @SuppressWarnings("unchecked") // the reader puts in what the rule itself has read
  public <L extends Detector.Limits> L limits(Detector<?, L> detector) {
    return (L) Objects.requireNonNull(limits.get(detector), detector.key());
  }

  /** What answers a loop at this rung of the ladder. */
  public Answer answer(FoundLoop loop, Rung rung) {
    return actions.of(loop, rung);
  }
}
