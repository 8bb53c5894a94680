package dev.eddyline.policy;

import dev.eddyline.detect.Detector;
import dev.eddyline.detect.Detectors;
import dev.eddyline.detect.FaultKind;
import dev.eddyline.detect.Masking;
import dev.eddyline.detect.Redaction;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.FoundLoop;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * All that is configurable about the rules.
 *
 * @param name what verdicts call it
 * @param version hash of its text: equal policies have equal versions
 * @param workflow the workflow that it is for; empty for all that have none of their own
 * @param mode whether it decides or only watches
 * @param limits the limits of each rule
 * @param masking what is volatile in texts that are compared
 * @param actions which action answers which loop
 * @param gate when a gate opens
 * @param evaluation when an evaluator is asked
 * @param redaction how texts are made fit to leave
 * @param forgetAfter time without an event after which a task is forgotten (document 002: 24 h)
 * @param longestWait how long a wait lasts that names no end (specification, section 1: 1 h); in a
 *     wait only failures count that the agent reports
 * @param answerWithin how long one who asks waits for the answer; a later one is marked expired
 * @param memory how far what was learnt from loops is shared
 * @param mutes what no rule sees for a time
 * @param overrides the policy at each place that it names; those have none themselves
 */
public record Policy(
    String name,
    String version,
    Optional<String> workflow,
    Mode mode,
    Map<Detector<?, ?>, Detector.Limits> limits,
    Masking masking,
    Actions actions,
    GateLimits gate,
    EvaluationLimits evaluation,
    Redaction redaction,
    Duration forgetAfter,
    Duration longestWait,
    Duration answerWithin,
    Sharing memory,
    Mutes mutes,
    Map<Place, Policy> overrides) {

  /**
   * A place that a policy has overrides for.
   *
   * @param step exact name of a step, or null for any
   * @param complexity in small letters, or null for any
   */
  public record Place(@Nullable String step, @Nullable String complexity) {

    /** The place of an event; a complexity is the same in any case of letters. */
    public static Place of(@Nullable String step, @Nullable String complexity) {
      return new Place(step, complexity == null ? null : complexity.toLowerCase(Locale.ROOT));
    }

    /** What holds here: for both, or else for the step, the complexity, and otherwise. */
    <T> T in(Map<Place, T> byPlace, T otherwise) {
      T exact = byPlace.get(this);
      T here = exact == null ? byPlace.get(new Place(step, null)) : exact;
      return here == null ? byPlace.getOrDefault(new Place(null, complexity), otherwise) : here;
    }
  }

  /** Document 002, "Memory Management": states without an event for 24 h are collected. */
  public static final Duration FORGET_AFTER = Duration.ofHours(24);

  /** Specification, section 1: a declared wait without an end. */
  public static final Duration LONGEST_WAIT = Duration.ofHours(1);

  /** {@link #answerWithin} where a policy names none. */
  public static final Duration ANSWER_WITHIN = Duration.ofSeconds(30);

  public Policy {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(version, "version");
    Objects.requireNonNull(workflow, "workflow");
    Objects.requireNonNull(mode, "mode");
    limits = Map.copyOf(limits);
    Objects.requireNonNull(masking, "masking");
    Objects.requireNonNull(actions, "actions");
    Objects.requireNonNull(gate, "gate");
    Objects.requireNonNull(evaluation, "evaluation");
    Objects.requireNonNull(redaction, "redaction");
    Objects.requireNonNull(forgetAfter, "forgetAfter");
    Objects.requireNonNull(longestWait, "longestWait");
    Objects.requireNonNull(answerWithin, "answerWithin");
    Objects.requireNonNull(memory, "memory");
    Objects.requireNonNull(mutes, "mutes");
    overrides = Map.copyOf(overrides);
  }

  /** The rules that are on, by their keys, be it at one place only. */
  public List<String> rulesOn() {
    return Detectors.ALL.stream().filter(this::isOn).map(Detector::key).toList();
  }

  private boolean isOn(Detector<?, ?> detector) {
    return limits(detector).enabled()
        || overrides.values().stream().anyMatch(policy -> policy.isOn(detector));
  }

  /** Whether no rule is on, so that nothing can be found. */
  public boolean isSilent() {
    return Detectors.ALL.stream().noneMatch(this::isOn);
  }

  /**
   * The policy as it stands for a step and a complexity, whose overrides come over its limits.
   *
   * @param step name of the step, or null
   * @param complexity as the task's start told it, or null
   */
  public Policy at(@Nullable String step, @Nullable String complexity) {
    if (overrides.isEmpty()) {
      return this;
    }
    return Place.of(step, complexity).in(overrides, this);
  }

  /** The policy with other rules, actions and overrides. */
  Policy with(
      Map<Detector<?, ?>, Detector.Limits> limits, Actions actions, Map<Place, Policy> overrides) {
    return new Policy(
        name,
        version,
        workflow,
        mode,
        limits,
        masking,
        actions,
        gate,
        evaluation,
        redaction,
        forgetAfter,
        longestWait,
        answerWithin,
        memory,
        mutes,
        overrides);
  }

  /**
   * Whether the tool, step or agent of an event is muted, so that no rule sees it.
   *
   * @param step step that the task is in, or null
   * @param at event time, epoch milliseconds: a mute has an end
   */
  public boolean isMuted(AgentEvent event, @Nullable String step, long at) {
    return mutes.cover(event, step, at);
  }

  /** The kind of external fault that an event tells of, if it is one and the rule for it is on. */
  public Optional<String> externalFault(Object body) {
    return limits(Detectors.EXTERNAL_FAULT).kind(body).map(FaultKind::word);
  }

  /** How long to wait after an external fault. */
  public Duration backoff(FoundLoop externalFault) {
    return limits(Detectors.EXTERNAL_FAULT).backoff(externalFault.getAttempts());
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
