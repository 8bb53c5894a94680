package dev.eddyline.console;

import dev.eddyline.access.TaskScope;
import dev.eddyline.app.StoredTask;
import dev.eddyline.graph.GraphSnapshot;
import dev.eddyline.outputs.CostJson;
import dev.eddyline.outputs.LeaderContextJson;
import dev.eddyline.policy.Policies;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.LeaderContext;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.OpenGate;
import dev.eddyline.schema.Rejection;
import dev.eddyline.schema.RootHold;
import dev.eddyline.schema.RuledLoop;
import dev.eddyline.schema.Standing;
import dev.eddyline.schema.TaskState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Assembles a task's page from its owner's stores and, for the rest, from published outputs. */
final class TaskReading {

  private final Kept kept;
  private final Policies policies;
  private final GraphSnapshot graphs;
  private final TaskScope scope;
  private final long now;

  /** Assembles pages for a caller of this scope. */
  TaskReading(Kept kept, Policies policies, GraphSnapshot graphs, TaskScope scope, long now) {
    this.kept = kept;
    this.policies = policies;
    this.graphs = graphs;
    this.scope = scope;
    this.now = now;
  }

  /**
   * The task; null where it is unknown or outside the scope.
   *
   * @param facts the task's facts from the stores, if available
   */
  TaskJson of(String taskId, Optional<StoredTask> facts) {
    ScopedTasks tasks = new ScopedTasks(kept, scope);
    TaskLine line = tasks.task(taskId);
    Optional<TaskState> own = facts.flatMap(StoredTask::state);
    String workflow = own.map(TaskState::getWorkflow).orElse(workflow(line));
    if (facts.isEmpty() && line == null || !scope.covers(taskId, workflow)) {
      return null;
    }
    String rootId = facts.map(StoredTask::rootTaskId).orElseGet(() -> line.root().taskId());
    TaskLine root = tasks.task(rootId);
    // a root's facts in the stores cover its whole tree
    boolean isWithin = scope.isAll() || root != null && kept.task(rootId).isWithin(scope);
    boolean rootIsKnown =
        facts.map(StoredTask::isRootLocal).orElse(false) && (isWithin || root == null);
    Optional<Standing> standing = facts.flatMap(StoredTask::rootState).map(TaskState::getStanding);
    Optional<RootHold> hold = facts.flatMap(StoredTask::rootBlock);
    int loopCount = rootIsKnown ? standing.map(Standing::getLoopCount).orElse(0) : loopCount(root);

    Optional<StateReading> history =
        own.map(state -> new StateReading(state, facts.flatMap(StoredTask::graphWalk), policies));
    LeaderContext context =
        rootIsKnown && isWithin
            ? facts.flatMap(StoredTask::rootState).map(TaskState::getLeaderContext).orElse(null)
            : leaderContext(root);
    boolean rootIsCovered =
        rootId.equals(taskId)
            || scope.covers(
                rootId,
                facts
                    .flatMap(StoredTask::rootState)
                    .map(TaskState::getWorkflow)
                    .orElse(workflow(root)));
    GateLine gate = openGate(hold, root);
    boolean isShown = gate != null && kept.isCovered(gate, scope);
    return new TaskJson(
        taskId,
        rootId,
        workflow,
        state(rootIsKnown, hold, loopCount, line),
        facts.isPresent(),
        loopCount,
        line == null ? null : (Integer) line.attempts(),
        standing.map(Standing::getEpoch).or(() -> hold.map(RootHold::getEpoch)).orElse(null),
        own.map(TaskState::getStartedAt).orElse(null),
        own.map(TaskState::getNewestAt).orElse(line == null ? null : (Long) line.lastAt()),
        own.map(TaskReading::cost).orElseGet(() -> CostJson.of(cost(line))),
        rootIsKnown ? ladder(standing, root) : ladder(root),
        history.map(StateReading::steps).orElse(List.of()),
        history
            .map(it -> it.transitions(reasons(line), graphs))
            .orElse(new TaskJson.Moves(List.of(), List.of())),
        story(line, history),
        rootIsCovered ? LeaderContextJson.of(context) : null,
        isShown ? GateAnswerJson.of(gate, kept, scope) : null);
  }

  private boolean isCovered(TaskLine.Ruled loop) {
    return scope.isAll() || loop != null && scope.covers(loop.taskId(), loop.workflow());
  }

  private static int loopCount(TaskLine root) {
    return root == null ? 0 : root.loopCount();
  }

  private static String workflow(TaskLine line) {
    return line == null ? null : line.workflow();
  }

  private static Cost cost(TaskLine line) {
    return line == null ? new Cost(0L, 0.0, 0L) : line.cost();
  }

  private static CostJson cost(TaskState state) {
    return new CostJson(
        state.getCost().getTokens(),
        state.getCost().getCostUsd(),
        state.getNewestAt() - state.getStartedAt());
  }

  private TaskLine.State state(
      boolean rootIsKnown, Optional<RootHold> hold, int loopCount, TaskLine line) {
    if (hold.isPresent()) {
      boolean rejected = hold.get().getHold() instanceof Rejection;
      return rejected ? TaskLine.State.REJECTED : TaskLine.State.HELD;
    }
    if (!rootIsKnown) {
      return line == null ? TaskLine.State.QUIET : line.state(now);
    }
    return loopCount > 0 ? TaskLine.State.LOOPING : TaskLine.State.QUIET;
  }

  private GateLine openGate(Optional<RootHold> hold, TaskLine root) {
    if (hold.isPresent() && hold.get().getHold() instanceof OpenGate open) {
      return kept.gate(open.getGateId());
    }
    return root == null ? null : root.gate();
  }

  private static LeaderContext leaderContext(TaskLine root) {
    return root == null ? null : root.leaderContext();
  }

  /** The root's loops in the stores, each with its newest published verdict. */
  private List<TaskJson.Rung> ladder(Optional<Standing> standing, TaskLine root) {
    List<TaskJson.Rung> ladder = new ArrayList<>();
    for (RuledLoop loop : standing.map(Standing::getLadder).orElse(List.of())) {
      Optional<TaskLine.Ruled> told =
          Optional.ofNullable(root).map(TaskLine::loops).map(all -> all.get(loop.getLoopId()));
      if (isCovered(told.orElse(null))) {
        ladder.add(
            new TaskJson.Rung(
                loop.getLoopId(),
                told.map(TaskLine.Ruled::loopType).orElse(null),
                told.map(TaskLine.Ruled::action).orElse(null),
                loop.getTarget(),
                loop.getTimes(),
                told.map(TaskLine.Ruled::reason).orElse(null)));
      }
    }
    return ladder;
  }

  /** The same from published outputs alone. */
  private List<TaskJson.Rung> ladder(TaskLine root) {
    List<TaskJson.Rung> ladder = new ArrayList<>();
    for (TaskLine.Ruled told : root == null ? List.<TaskLine.Ruled>of() : root.loopsSinceReset()) {
      if (!isCovered(told)) {
        continue;
      }
      long times =
          root.story().stream()
              .filter(it -> it.record() instanceof LoopVerdict other && isSame(told, other))
              .count();
      ladder.add(
          new TaskJson.Rung(
              told.loopId(), told.loopType(), told.action(), told.target(), times, told.reason()));
    }
    return ladder;
  }

  private static boolean isSame(TaskLine.Ruled one, LoopVerdict other) {
    return one.loopId().equals(other.getLoopId());
  }

  private static List<String> reasons(TaskLine line) {
    return line == null
        ? List.of()
        : line.loopsSinceReset().stream().map(TaskLine.Ruled::reason).toList();
  }

  /** The entry of an output. A reply about leaving the graph is shown as an action. */
  private static EntryJson entry(Told told) {
    if (!told.isOffGraph()) {
      return EntryJson.of(told);
    }
    LoopVerdict verdict = (LoopVerdict) told.record();
    return EntryJson.Action.of(
        told.occurredAt(), verdict.getReason(), verdict.getOffGraph().getTo());
  }

  /** Outputs and actions by event time, actions first. */
  private List<EntryJson> story(TaskLine line, Optional<StateReading> history) {
    List<EntryJson> story = new ArrayList<>();
    history.ifPresent(it -> story.addAll(it.actions()));
    if (line != null) {
      line.story().stream()
          .filter(told -> kept.isCovered(told, scope))
          .sorted()
          .map(TaskReading::entry)
          .forEach(story::add);
    }
    story.sort(Comparator.comparingLong(EntryJson::at));
    return story.subList(Math.max(0, story.size() - TaskLine.MOST_TOLD), story.size());
  }
}
