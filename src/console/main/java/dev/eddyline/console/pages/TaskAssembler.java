package dev.eddyline.console.pages;

import dev.eddyline.access.TaskScope;
import dev.eddyline.app.StoredTask;
import dev.eddyline.console.json.EntryJson;
import dev.eddyline.console.json.GateAnswerJson;
import dev.eddyline.console.json.TaskJson;
import dev.eddyline.console.view.GateProjection;
import dev.eddyline.console.view.LoopVerdictSummary;
import dev.eddyline.console.view.OutputEntry;
import dev.eddyline.console.view.OutputProjection;
import dev.eddyline.console.view.ScopedTasks;
import dev.eddyline.console.view.TaskProjection;
import dev.eddyline.graph.source.GraphSnapshot;
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
import dev.eddyline.state.StoredRoot;
import dev.eddyline.state.TaskState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Assembles a task's page from its owner's stores and, for the rest, from published outputs. */
final class TaskAssembler {

  private final OutputProjection projection;
  private final Policies policies;
  private final GraphSnapshot graphs;
  private final TaskScope scope;
  private final long now;

  /** Assembles pages for a caller of this scope. */
  TaskAssembler(
      OutputProjection projection,
      Policies policies,
      GraphSnapshot graphs,
      TaskScope scope,
      long now) {
    this.projection = projection;
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
  TaskJson assembleTaskJson(String taskId, Optional<StoredTask> facts) {
    ScopedTasks tasks = new ScopedTasks(projection, scope);
    TaskProjection line = tasks.task(taskId);
    Optional<TaskState> own = facts.flatMap(StoredTask::taskState);
    String workflow = own.map(TaskState::getWorkflow).orElse(workflow(line));
    if (facts.isEmpty() && line == null || !scope.covers(taskId, workflow)) {
      return null;
    }
    String rootId = facts.map(StoredTask::rootTaskId).orElseGet(() -> line.root().taskId());
    TaskProjection root = tasks.task(rootId);
    // a root's facts in the stores cover its whole tree
    boolean isWithin = scope.isAll() || root != null && projection.task(rootId).isWithin(scope);
    boolean rootIsKnown =
        facts.map(StoredTask::isRootLocal).orElse(false) && (isWithin || root == null);
    Optional<StoredRoot> escalationState =
        facts.flatMap(StoredTask::rootState).map(TaskState::getStoredRoot);
    Optional<RootHold> hold = facts.flatMap(StoredTask::rootGateOrRejection);
    int loopCount =
        rootIsKnown ? escalationState.map(StoredRoot::getLoopCount).orElse(0) : loopCount(root);

    Optional<TaskStateReader> history =
        own.map(
            state ->
                new TaskStateReader(
                    state,
                    facts.flatMap(StoredTask::graphWalkHistory),
                    facts.flatMap(StoredTask::failures),
                    policies));
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
    GateProjection gate = openGate(hold, root);
    boolean isShown = gate != null && projection.isCovered(gate, scope);
    return new TaskJson(
        taskId,
        rootId,
        workflow,
        state(rootIsKnown, hold, loopCount, line),
        facts.isPresent(),
        loopCount,
        line == null ? null : (Integer) line.attempts(),
        escalationState
            .map(StoredRoot::getEpoch)
            .or(() -> hold.map(RootHold::getEpoch))
            .orElse(null),
        own.map(TaskState::getStartedAt).orElse(null),
        own.map(TaskState::getNewestAt).orElse(line == null ? null : (Long) line.lastAt()),
        own.map(TaskAssembler::cost).orElseGet(() -> CostJson.of(cost(line))),
        rootIsKnown ? ladder(escalationState, root) : ladder(root),
        history.map(TaskStateReader::steps).orElse(List.of()),
        history
            .map(it -> it.transitions(reasons(line), graphs))
            .orElse(new TaskJson.Moves(List.of(), List.of())),
        timelineEntries(line, history),
        rootIsCovered ? LeaderContextJson.of(context) : null,
        isShown ? GateAnswerJson.of(gate, projection, scope) : null);
  }

  private boolean isCovered(LoopVerdictSummary loop) {
    return scope.isAll() || loop != null && scope.covers(loop.taskId(), loop.workflow());
  }

  private static int loopCount(TaskProjection root) {
    return root == null ? 0 : root.loopCount();
  }

  private static String workflow(TaskProjection line) {
    return line == null ? null : line.workflow();
  }

  private static Cost cost(TaskProjection line) {
    return line == null ? new Cost(0L, 0.0, 0L) : line.cost();
  }

  private static CostJson cost(TaskState state) {
    return new CostJson(
        state.getCost().getTokens(),
        state.getCost().getCostUsd(),
        state.getNewestAt() - state.getStartedAt());
  }

  private TaskProjection.State state(
      boolean rootIsKnown, Optional<RootHold> hold, int loopCount, TaskProjection line) {
    if (hold.isPresent()) {
      boolean rejected = hold.get().getHold() instanceof Rejection;
      return rejected ? TaskProjection.State.REJECTED : TaskProjection.State.HELD;
    }
    if (rootIsKnown && loopCount > 0) {
      return TaskProjection.State.LOOPING;
    }
    TaskProjection.State published = line == null ? TaskProjection.State.QUIET : line.state(now);
    boolean isCompleted = published == TaskProjection.State.COMPLETED;
    return rootIsKnown && !isCompleted ? TaskProjection.State.QUIET : published;
  }

  private GateProjection openGate(Optional<RootHold> hold, TaskProjection root) {
    if (hold.isPresent() && hold.get().getHold() instanceof OpenGate open) {
      return projection.gate(open.getGateId());
    }
    return root == null ? null : root.gate();
  }

  private static LeaderContext leaderContext(TaskProjection root) {
    return root == null ? null : root.leaderContext();
  }

  /** The root's loops in the stores, each with its newest published verdict. */
  private List<TaskJson.Rung> ladder(Optional<StoredRoot> escalationState, TaskProjection root) {
    List<TaskJson.Rung> ladder = new ArrayList<>();
    for (RuledLoop loop : escalationState.map(StoredRoot::getLadder).orElse(List.of())) {
      Optional<LoopVerdictSummary> published =
          Optional.ofNullable(root)
              .map(TaskProjection::loops)
              .map(all -> all.get(loop.getLoopId()));
      if (isCovered(published.orElse(null))) {
        ladder.add(
            new TaskJson.Rung(
                loop.getLoopId(),
                published.map(LoopVerdictSummary::loopType).orElse(null),
                published.map(LoopVerdictSummary::action).orElse(null),
                loop.getTarget(),
                loop.getTimes(),
                published.map(LoopVerdictSummary::reason).orElse(null)));
      }
    }
    return ladder;
  }

  /** The same from published outputs alone. */
  private List<TaskJson.Rung> ladder(TaskProjection root) {
    List<TaskJson.Rung> ladder = new ArrayList<>();
    for (LoopVerdictSummary published :
        root == null ? List.<LoopVerdictSummary>of() : root.loopsSinceReset()) {
      if (!isCovered(published)) {
        continue;
      }
      long times =
          root.timelineOutputs().stream()
              .filter(it -> it.record() instanceof LoopVerdict other && isSame(published, other))
              .count();
      ladder.add(
          new TaskJson.Rung(
              published.loopId(),
              published.loopType(),
              published.action(),
              published.target(),
              times,
              published.reason()));
    }
    return ladder;
  }

  private static boolean isSame(LoopVerdictSummary one, LoopVerdict other) {
    return one.loopId().equals(other.getLoopId());
  }

  private static List<String> reasons(TaskProjection line) {
    return line == null
        ? List.of()
        : line.loopsSinceReset().stream().map(LoopVerdictSummary::reason).toList();
  }

  /** The entry of an output. A reply about leaving the graph is shown as an action. */
  private EntryJson entry(OutputEntry published) {
    if (!published.isOffGraph()) {
      return EntryJson.of(published, scope);
    }
    LoopVerdict verdict = (LoopVerdict) published.record();
    return EntryJson.Action.of(
        published.occurredAt(), verdict.getReason(), verdict.getOffGraph().getTo());
  }

  /** Outputs and actions by event time, actions first. */
  private List<EntryJson> timelineEntries(TaskProjection line, Optional<TaskStateReader> history) {
    List<EntryJson> entries = new ArrayList<>();
    history.ifPresent(it -> entries.addAll(it.actions()));
    if (line != null) {
      line.timelineOutputs().stream()
          .filter(published -> projection.isCovered(published, scope))
          .sorted()
          .map(this::entry)
          .forEach(entries::add);
    }
    entries.sort(Comparator.comparingLong(EntryJson::at));
    return entries.subList(
        Math.max(0, entries.size() - TaskProjection.MAX_TIMELINE_ENTRIES), entries.size());
  }
}
