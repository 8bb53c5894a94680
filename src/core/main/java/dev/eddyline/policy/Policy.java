package dev.eddyline.policy;

import dev.eddyline.detect.Detectors;
import dev.eddyline.detect.api.Detector;
import dev.eddyline.detect.faults.FaultKind;
import dev.eddyline.detect.redaction.Redaction;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.text.Masking;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of detectors, actions and gates.
 *
 * @param name name in verdicts
 * @param version hash of its text: equal policies have equal versions
 * @param workflow its workflow; empty for all workflows without a policy of their own
 * @param mode whether its verdicts take effect
 * @param limits the limits of each detector
 * @param masking the volatile parts of texts to ignore in comparisons
 * @param actions the actions for loops
 * @param gate when a gate opens
 * @param evaluation when an evaluator is asked
 * @param redaction how secrets are removed from published texts
 * @param forgetAfter time without an event after which a task expires (default 24 h)
 * @param longestWait duration of a wait without an end (default 1 h); during a wait only failures
 *     that the agent reports count
 * @param answerWithin time limit of replies; a later one is marked expired
 * @param memorySharing how far the loop memory is shared
 * @param mutes tools, steps and agents that the detectors ignore for a time
 * @param precedence which loop of an event leads the verdict
 * @param overrides the policy for each override scope; those have no overrides
 */
public record Policy(
    String name,
    String version,
    Optional<String> workflow,
    Mode mode,
    PolicyLimits limits,
    Masking masking,
    LoopActions actions,
    GateLimits gate,
    EvaluationLimits evaluation,
    Redaction redaction,
    Duration forgetAfter,
    Duration longestWait,
    Duration answerWithin,
    MemorySharing memorySharing,
    Mutes mutes,
    Precedence precedence,
    Map<OverrideScope, Policy> overrides) {

  /**
   * A step or complexity, or both, with overrides.
   *
   * @param step exact name of a step, or null for any
   * @param complexity in lower case, or null for any
   */
  public record OverrideScope(@Nullable String step, @Nullable String complexity) {

    /** The scope of an event; complexities are case-insensitive. */
    public static OverrideScope of(@Nullable String step, @Nullable String complexity) {
      return new OverrideScope(
          step, complexity == null ? null : complexity.toLowerCase(Locale.ROOT));
    }

    /** The value for both; otherwise for the step, the complexity, or the default. */
    <T> T valueOfMostSpecificScope(Map<OverrideScope, T> byPlace, T otherwise) {
      T exact = byPlace.get(this);
      T exactOrStep = exact == null ? byPlace.get(new OverrideScope(step, null)) : exact;
      return exactOrStep == null
          ? byPlace.getOrDefault(new OverrideScope(null, complexity), otherwise)
          : exactOrStep;
    }
  }

  /** Default of {@link #forgetAfter}. */
  public static final Duration FORGET_AFTER = Duration.ofHours(24);

  /** Default of {@link #longestWait}. */
  public static final Duration LONGEST_WAIT = Duration.ofHours(1);

  /** Default of {@link #answerWithin}. */
  public static final Duration ANSWER_WITHIN = Duration.ofSeconds(30);

  public Policy {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(version, "version");
    Objects.requireNonNull(workflow, "workflow");
    Objects.requireNonNull(mode, "mode");
    Objects.requireNonNull(limits, "limits");
    Objects.requireNonNull(masking, "masking");
    Objects.requireNonNull(actions, "actions");
    Objects.requireNonNull(gate, "gate");
    Objects.requireNonNull(evaluation, "evaluation");
    Objects.requireNonNull(redaction, "redaction");
    Objects.requireNonNull(forgetAfter, "forgetAfter");
    Objects.requireNonNull(longestWait, "longestWait");
    Objects.requireNonNull(answerWithin, "answerWithin");
    Objects.requireNonNull(memorySharing, "memorySharing");
    Objects.requireNonNull(mutes, "mutes");
    Objects.requireNonNull(precedence, "precedence");
    overrides = Map.copyOf(overrides);
  }

  /** The keys of the enabled detectors, including those enabled in one scope only. */
  public List<String> enabledRuleNames() {
    return Detectors.ALL.stream().filter(this::isDetectorEnabled).map(Detector::key).toList();
  }

  private boolean isDetectorEnabled(Detector<?, ?> detector) {
    return limits(detector).enabled()
        || overrides.values().stream().anyMatch(policy -> policy.isDetectorEnabled(detector));
  }

  /** Whether no detector is enabled. */
  public boolean hasNoEnabledRules() {
    return Detectors.ALL.stream().noneMatch(this::isDetectorEnabled);
  }

  /**
   * The policy for a step and a complexity, with their overrides.
   *
   * @param step name of the step, or null
   * @param complexity as declared at the task's start, or null
   */
  public Policy policyForStepAndComplexity(@Nullable String step, @Nullable String complexity) {
    if (overrides.isEmpty()) {
      return this;
    }
    return OverrideScope.of(step, complexity).valueOfMostSpecificScope(overrides, this);
  }

  /** A copy with other limits, actions and overrides. */
  Policy with(PolicyLimits limits, LoopActions actions, Map<OverrideScope, Policy> overrides) {
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
        memorySharing,
        mutes,
        precedence,
        overrides);
  }

  /**
   * Whether the tool, step or agent of an event is muted.
   *
   * @param step step that the task is in, or null
   * @param at event time, epoch milliseconds
   */
  public boolean isMuted(AgentEvent event, @Nullable String step, long at) {
    return mutes.findMute(event, step, at).isPresent();
  }

  /** The kind of external fault that an event reports, if it is one and its detector is enabled. */
  public Optional<String> externalFaultKind(Object body) {
    return limits(Detectors.EXTERNAL_FAULT).kind(body).map(FaultKind::word);
  }

  /** How long to wait after an external fault. */
  public Duration backoff(FoundLoop externalFault) {
    return limits(Detectors.EXTERNAL_FAULT).backoff(externalFault.getAttempts());
  }

  /** The limits of a detector. */
  public <L extends Detector.Limits> L limits(Detector<?, L> detector) {
    return limits.of(detector);
  }

  /** The action for a loop at this escalation level. */
  public ChosenAction chooseAction(FoundLoop loop, EscalationLevel level) {
    return actions.chooseAction(loop, level);
  }
}
