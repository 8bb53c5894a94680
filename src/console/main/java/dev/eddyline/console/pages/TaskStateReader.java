package dev.eddyline.console.pages;

import dev.eddyline.console.json.EntryJson;
import dev.eddyline.console.json.TaskJson;
import dev.eddyline.detect.actions.ToolAction;
import dev.eddyline.detect.actions.ToolCalls;
import dev.eddyline.detect.progress.TaskAttempts;
import dev.eddyline.detect.steps.OscillatingCycle;
import dev.eddyline.detect.steps.StepIterationExceeded;
import dev.eddyline.detect.steps.TransitionLimitExceeded;
import dev.eddyline.detect.steps.TransitionPattern;
import dev.eddyline.graph.model.TransitionLookup;
import dev.eddyline.graph.source.GraphSnapshot;
import dev.eddyline.graph.source.LoadedGraph;
import dev.eddyline.outputs.OutputJson;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.Policy;
import dev.eddyline.schema.Attempt;
import dev.eddyline.schema.FailureHistory;
import dev.eddyline.schema.FailureSignature;
import dev.eddyline.schema.Hop;
import dev.eddyline.schema.SeenEvent;
import dev.eddyline.schema.Tally;
import dev.eddyline.schema.WalkHistory;
import dev.eddyline.state.TaskState;
import dev.eddyline.text.Hash;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Reads a task's state: counters, transitions, newest actions and failures. */
final class TaskStateReader {

  private final TaskState state;
  private final Optional<WalkHistory> walk;
  private final List<FailureSignature> failures;
  private final Policy policy;

  /**
   * Reads a state under the active policies.
   *
   * @param walk the task's walk on its workflow's graph
   * @param failures its distinct failures
   */
  TaskStateReader(
      TaskState state,
      Optional<WalkHistory> walk,
      Optional<FailureHistory> failures,
      Policies policies) {
    this.state = state;
    this.walk = walk;
    this.failures = failures.map(FailureHistory::getFailures).orElse(List.of());
    policy = policies.policyForWorkflow(state.getWorkflow());
  }

  /** How often each step was entered. */
  List<TaskJson.Step> steps() {
    Map<Long, String> names = stepNames();
    List<TaskJson.Step> steps = new ArrayList<>();
    for (Tally tally : StepIterationExceeded.HISTORY.of(state).getTallies()) {
      String name = stepName(tally, names);
      Integer limit = limit(name, StepIterationExceeded.Limits.class, rule -> rule.max(name));
      steps.add(new TaskJson.Step(name, tally.getCount(), limit));
    }
    return steps;
  }

  private Map<Long, String> stepNames() {
    Map<Long, String> names = new HashMap<>();
    name(names, state.getStep());
    for (Hop transition : TransitionPattern.HISTORY.of(state).getRecent()) {
      name(names, transition.getFrom());
      name(names, transition.getTo());
    }
    return names;
  }

  private static String stepName(Tally tally, Map<Long, String> names) {
    return names.getOrDefault(tally.getKey(), tally.getFirst().getWhat());
  }

  private static void name(Map<Long, String> names, String step) {
    if (step != null) {
      names.put(Hash.of(step), step);
    }
  }

  /** The limit of a detector at a step; null where the detector is disabled. */
  private <L> Integer limit(String step, Class<L> type, Function<L, Integer> max) {
    return policy
        .policyForStepAndComplexity(step, state.getComplexity())
        .limits()
        .byDetector()
        .values()
        .stream()
        .filter(limits -> limits.enabled() && type.isInstance(limits))
        .map(limits -> max.apply(type.cast(limits)))
        .findFirst()
        .orElse(null);
  }

  /**
   * The graph of its transitions, in JSON.
   *
   * @param loopReasons the reasons of its loops
   * @param graphs the graphs of all workflows
   */
  TaskJson.Moves transitions(List<String> loopReasons, GraphSnapshot graphs) {
    Integer limit =
        limit(
            state.getStep(),
            TransitionLimitExceeded.Limits.class,
            TransitionLimitExceeded.Limits::max);
    Optional<TransitionLookup> graph =
        graphs.of(state.getWorkflow()).map(LoadedGraph::transitionLookup);
    return new TransitionGraph(state, walk).toTransitionsJson(loopReasons, limit, graph);
  }

  /** Its first event, and the newest actions and failures of its agents, unordered. */
  List<EntryJson> actions() {
    List<EntryJson> actions = new ArrayList<>();
    if (state.getStartedOffset() >= 0) {
      actions.add(EntryJson.Action.of(state.getStartedAt(), "first event of the task", null));
    }
    Set<Long> failedAt = new HashSet<>();
    for (FailureSignature failure : failures) {
      String agent = failure.getAgents().size() == 1 ? failure.getAgents().get(0) : "an agent";
      String message = failure.getSeen().get(0).getWhat();
      for (SeenEvent seen : failure.getSeen()) {
        // an equal message is stored once
        String what = seen.getWhat().isEmpty() ? message : seen.getWhat();
        actions.add(EntryJson.Action.of(seen.getAt(), "%s fails: %s".formatted(agent, what), null));
        failedAt.add(seen.getAt());
      }
    }
    for (ToolAction action : ToolCalls.recentActions(state)) {
      if (action.failed() && failedAt.contains(action.at())) {
        continue;
      }
      String failed = action.failed() ? ": error" : "";
      String what = "%s calls %s%s".formatted(action.agentId(), action.tool(), failed);
      actions.add(EntryJson.Action.of(action.at(), what, null));
    }
    List<Hop> transitions = TransitionPattern.HISTORY.of(state).getRecent();
    for (Hop transition :
        transitions.isEmpty() ? OscillatingCycle.HISTORY.of(state).getRecent() : transitions) {
      actions.add(
          EntryJson.Action.of(
              transition.getAt(),
              transition.getFrom() + "→" + transition.getTo(),
              transition.getTo()));
    }
    Map<Long, String> names = stepNames();
    for (Tally tally : StepIterationExceeded.HISTORY.of(state).getTallies()) {
      String step = stepName(tally, names);
      long at = tally.getFirst().getAt();
      if (transitions.stream().noneMatch(it -> it.getAt() == at && it.getTo().equals(step))) {
        actions.add(EntryJson.Action.of(at, "enters " + step, step));
      }
    }
    for (Attempt attempt : TaskAttempts.HISTORY.of(state).getRecent()) {
      String what =
          "%s attempts it: %s"
              .formatted(attempt.getAgentId(), OutputJson.word(attempt.getStatus()));
      actions.add(EntryJson.Action.of(attempt.getSeen().getAt(), what, null));
    }
    return actions;
  }
}
