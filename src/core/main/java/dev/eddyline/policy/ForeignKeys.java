package dev.eddyline.policy;

import dev.eddyline.keys.Section;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Explains keys of other loop guards' configurations, and keys of detectors that are missing. */
final class ForeignKeys {

  private static final String MISSING_DETECTOR =
      "unknown key; if a custom detector has this name, its jar is missing: set EDDYLINE_RULES";

  private static final Map<String, String> OWN_KEYS = new LinkedHashMap<>();

  static {
    OWN_KEYS.put("maxStepIterations", "step_iteration_exceeded.max, .roles and .steps");
    OWN_KEYS.put("similarityDetection", "similar_response");
    OWN_KEYS.put("similarityThreshold", "similar_response.threshold");
    OWN_KEYS.put("transitionPatternDetection", "transition_pattern");
    OWN_KEYS.put("onLoop", "actions, or steps.NAME.actions for one step");
    OWN_KEYS.put("max_iterations", "iteration_limit.maxIterations");
    OWN_KEYS.put("maxIterations", "iteration_limit.maxIterations");
    OWN_KEYS.put("recursion_limit", "iteration_limit.maxIterations");
    OWN_KEYS.put("loop_prevention", "the keys inside it, at the top level");
    OWN_KEYS.put("loopDetection", "the keys inside it, at the top level");
    OWN_KEYS.put("max_visits", "step_iteration_exceeded.steps.NAME");
    OWN_KEYS.put("max_visits_default", "step_iteration_exceeded.max");
    OWN_KEYS.put("max_transitions", "transition_limit_exceeded.max");
    OWN_KEYS.put("max_transitions_default", "transition_limit_exceeded.max");
    OWN_KEYS.put("cycle_detection_enabled", "oscillating_cycle.enabled");
    OWN_KEYS.put("cycle_detection_length", "oscillating_cycle.cycleLength");
    OWN_KEYS.put("trigger_hitl", "gate.humanGates");
    OWN_KEYS.put("attemptWindow", "task_attempts.window");
    OWN_KEYS.put("maxAttempts", "task_attempts.maxAttempts");
    OWN_KEYS.put("maxAttemptsBeforeForceNext", "actions.forceNextAfter");
    OWN_KEYS.put(
        "enableAutoUnblock", "actions.blocked_task_spin: unblock_authority, or escalate if off");
  }

  private ForeignKeys() {}

  /** The reasons to refuse keys of other configurations. */
  static Map<String, String> reasons() {
    Map<String, String> reasons = new HashMap<>();
    OWN_KEYS.forEach((foreign, own) -> reasons.put(foreign, "unknown key; here it is " + own));
    return reasons;
  }

  /** The same for a policy, in which a mapping may belong to a custom detector. */
  static Map<String, String> reasonsOfPolicy(Section policy) {
    Map<String, String> reasons = reasons();
    for (String key : policy.names()) {
      if (!reasons.containsKey(key) && policy.isMapping(key) && policy.isUnlikeDeclaredKeys(key)) {
        reasons.put(key, MISSING_DETECTOR);
      }
    }
    return reasons;
  }

  /** The same for actions, whose keys are names of loop types and of custom detectors. */
  static Map<String, String> reasonsOfActions(Section actions) {
    Map<String, String> reasons = reasons();
    for (String key : actions.names()) {
      if (!reasons.containsKey(key) && actions.isUnlikeDeclaredKeys(key)) {
        reasons.put(key, MISSING_DETECTOR);
      }
    }
    return reasons;
  }
}
