package dev.eddyline.console;

import dev.eddyline.detect.RepeatedAction;
import dev.eddyline.detect.StepIterationExceeded;
import dev.eddyline.detect.ToolAction;
import dev.eddyline.detect.TransitionLimitExceeded;
import dev.eddyline.graph.GraphSnapshot;
import dev.eddyline.graph.LoadedGraph;
import dev.eddyline.graph.TransitionLookup;
import dev.eddyline.outputs.OutputJson;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.Policy;
import dev.eddyline.schema.Attempt;
import dev.eddyline.schema.Hop;
import dev.eddyline.schema.Tally;
import dev.eddyline.schema.TaskState;
import dev.eddyline.schema.WalkHistory;
import dev.eddyline.text.Hash;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Reads a task's state: counters, transitions, newest actions. */
final class TaskStateReader {

  private final TaskState state;
  private final Optional<WalkHistory> walk;
  private final Policy policy;

  /**
   * Reads a state under the active policies.
   *
   * @param walk the task's walk on its workflow's graph
   */
  TaskStateReader(TaskState state, Optional<WalkHistory> walk, Policies policies) {
    this.state = state;
    this.walk = walk;
    policy = policies.policyForWorkflow(state.getWorkflow());
  }

  /** How often each step was entered. */
  List<TaskJson.Step> steps() {
    Map<Long, String> names = new HashMap<>();
    name(names, state.getStep());
    for (Hop transition : state.getPattern().getRecent()) {
      name(names, transition.getFrom());
      name(names, transition.getTo());
    }
    List<TaskJson.Step> steps = new ArrayList<>();
    for (Tally tally : state.getSteps().getTallies()) {
      String name = names.getOrDefault(tally.getKey(), tally.getFirst().getWhat());
      Integer limit = limit(name, StepIterationExceeded.Limits.class, rule -> rule.max(name));
      steps.add(new TaskJson.Step(name, tally.getCount(), limit));
    }
    return steps;
  }

  private static void name(Map<Long, String> names, String step) {
    if (step != null) {
      names.put(Hash.of(step), step);
    }
  }

  /** The limit of a detector at a step; null where the detector is disabled. */
  private <L> Integer limit(String step, Class<L> type, Function<L, Integer> max) {
    return policy.policyForStepAndComplexity(step, state.getComplexity()).limits().values().stream()
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

  /** The newest actions of its agents, unordered. */
  List<EntryJson> actions() {
    List<EntryJson> actions = new ArrayList<>();
    for (ToolAction action : RepeatedAction.recentActions(state)) {
      String failed = action.failed() ? ": error" : "";
      String what = "%s calls %s%s".formatted(action.agentId(), action.tool(), failed);
      actions.add(EntryJson.Action.of(action.at(), what, null));
    }
    List<Hop> transitions = state.getPattern().getRecent();
    for (Hop transition :
        transitions.isEmpty() ? state.getOscillation().getRecent() : transitions) {
      actions.add(
          EntryJson.Action.of(
              transition.getAt(),
              transition.getFrom() + "→" + transition.getTo(),
              transition.getTo()));
    }
    for (Attempt attempt : state.getAttempts().getRecent()) {
      String what =
          "%s attempts it: %s"
              .formatted(attempt.getAgentId(), OutputJson.word(attempt.getStatus()));
      actions.add(EntryJson.Action.of(attempt.getSeen().getAt(), what, null));
    }
    return actions;
  }
}
