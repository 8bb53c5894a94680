package dev.eddyline.console;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.access.TaskScope;
import dev.eddyline.app.TaskFacts;
import dev.eddyline.graph.GraphSnapshot;
import dev.eddyline.outputs.OutputJson;
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

/** A task's page: what its owner's stores tell, and of the rest what was published. */
final class TaskJson {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final Kept kept;
  private final Policies policies;
  private final GraphSnapshot graphs;
  private final TaskScope scope;
  private final long now;

  /** Pages as a caller of this scope may see them. */
  TaskJson(Kept kept, Policies policies, GraphSnapshot graphs, TaskScope scope, long now) {
    this.kept = kept;
    this.policies = policies;
    this.graphs = graphs;
    this.scope = scope;
    this.now = now;
  }

  /**
   * The page; null where neither knows the task, or the scope does not cover it.
   *
   * @param facts what the stores tell, if they do
   */
  ObjectNode of(String taskId, Optional<TaskFacts> facts) {
    ScopedTasks tasks = new ScopedTasks(kept, scope);
    TaskLine line = tasks.task(taskId);
    Optional<TaskState> own = facts.flatMap(TaskFacts::own);
    String workflow = own.map(TaskState::getWorkflow).orElse(workflow(line));
    if (facts.isEmpty() && line == null || !scope.covers(taskId, workflow)) {
      return null;
    }
    String rootId = facts.map(TaskFacts::rootTaskId).orElseGet(() -> line.root().taskId());
    TaskLine root = tasks.task(rootId);
    // what the stores tell of a root is of its whole tree
    boolean isWithin = scope.isAll() || root != null && kept.task(rootId).isWithin(scope);
    boolean rootIsKnown =
        facts.map(TaskFacts::rootIsHere).orElse(false) && (isWithin || root == null);
    Optional<Standing> standing = facts.flatMap(TaskFacts::root).map(TaskState::getStanding);
    Optional<RootHold> hold = facts.flatMap(TaskFacts::hold);
    int loopCount = rootIsKnown ? standing.map(Standing::getLoopCount).orElse(0) : loopCount(root);

    ObjectNode json = NODES.objectNode();
    json.put("taskId", taskId).put("rootTaskId", rootId);
    json.put("workflow", workflow);
    json.put("state", state(rootIsKnown, hold, loopCount, line));
    json.put("known", facts.isPresent()).put("loopCount", loopCount);
    json.put("attempts", line == null ? null : (Integer) line.attempts());
    json.put(
        "epoch",
        standing.map(Standing::getEpoch).or(() -> hold.map(RootHold::getEpoch)).orElse(null));
    json.put("startedAt", own.map(TaskState::getStartedAt).orElse(null));
    json.put(
        "lastAt",
        own.map(TaskState::getNewestAt).orElse(line == null ? null : (Long) line.lastAt()));
    json.set("cost", own.map(TaskJson::cost).orElseGet(() -> OutputJson.cost(cost(line))));
    json.set("ladder", rootIsKnown ? ladder(standing, root) : ladder(root));
    Optional<StateJson> history =
        own.map(state -> new StateJson(state, facts.flatMap(TaskFacts::walk), policies));
    json.set("steps", history.map(StateJson::steps).orElseGet(NODES::arrayNode));
    json.set(
        "transitions",
        history
            .map(it -> it.transitions(reasons(line), graphs))
            .orElseGet(TaskJson::noTransitions));
    json.set("story", story(line, history));
    LeaderContext context =
        rootIsKnown && isWithin
            ? facts.flatMap(TaskFacts::root).map(TaskState::getLeaderContext).orElse(null)
            : leaderContext(root);
    boolean rootIsCovered =
        rootId.equals(taskId)
            || scope.covers(
                rootId,
                facts.flatMap(TaskFacts::root).map(TaskState::getWorkflow).orElse(workflow(root)));
    json.set("leaderContext", rootIsCovered ? OutputJson.leaderContext(context) : null);
    GateLine gate = openGate(hold, root);
    boolean isShown = gate != null && kept.isCovered(gate, scope);
    json.set("openGate", isShown ? ViewJson.gate(gate, kept, scope) : null);
    return json;
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

  private static ObjectNode cost(TaskState state) {
    return OutputJson.cost(state.getCost())
        .put("millis", state.getNewestAt() - state.getStartedAt());
  }

  private String state(boolean rootIsKnown, Optional<RootHold> hold, int loopCount, TaskLine line) {
    TaskLine.State state;
    if (hold.isPresent()) {
      boolean rejected = hold.get().getHold() instanceof Rejection;
      state = rejected ? TaskLine.State.REJECTED : TaskLine.State.HELD;
    } else if (!rootIsKnown) {
      state = line == null ? TaskLine.State.QUIET : line.state(now);
    } else {
      state = loopCount > 0 ? TaskLine.State.LOOPING : TaskLine.State.QUIET;
    }
    return OutputJson.word(state);
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

  /** What the root keeps of the loops that it ruled on, with what was published of each. */
  private ArrayNode ladder(Optional<Standing> standing, TaskLine root) {
    ArrayNode ladder = NODES.arrayNode();
    for (RuledLoop loop : standing.map(Standing::getLadder).orElse(List.of())) {
      TaskLine.Ruled told = root == null ? null : root.loops().get(loop.getLoopId());
      if (!isCovered(told)) {
        continue;
      }
      ObjectNode rung = ladder.addObject().put("loopId", loop.getLoopId());
      rung.put("loopType", told == null ? null : OutputJson.word(told.loopType()));
      rung.put("answered", told == null ? null : OutputJson.word(told.action()));
      rung.put("target", OutputJson.word(loop.getTarget())).put("count", loop.getTimes());
      rung.put("reason", told == null ? null : told.reason());
    }
    return ladder;
  }

  /** The same from what was published alone. */
  private ArrayNode ladder(TaskLine root) {
    ArrayNode ladder = NODES.arrayNode();
    for (TaskLine.Ruled told : root == null ? List.<TaskLine.Ruled>of() : root.loopsSinceReset()) {
      if (!isCovered(told)) {
        continue;
      }
      long times =
          root.story().stream()
              .filter(it -> it.record() instanceof LoopVerdict other && isSame(told, other))
              .count();
      ObjectNode rung = ladder.addObject().put("loopId", told.loopId());
      rung.put("loopType", OutputJson.word(told.loopType()));
      rung.put("answered", OutputJson.word(told.action()));
      rung.put("target", OutputJson.word(told.target())).put("count", times);
      rung.put("reason", told.reason());
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

  private static ObjectNode noTransitions() {
    ObjectNode json = NODES.objectNode();
    json.putArray("nodes");
    json.putArray("edges");
    return json;
  }

  /** An output; that the task left its graph stands among its actions. */
  private static ObjectNode entry(Told told) {
    if (!told.isOffGraph()) {
      return ViewJson.output(told);
    }
    LoopVerdict verdict = (LoopVerdict) told.record();
    return StateJson.action(told.occurredAt(), verdict.getReason(), verdict.getOffGraph().getTo());
  }

  /** Outputs and actions in the order of their event times, actions first. */
  private ArrayNode story(TaskLine line, Optional<StateJson> history) {
    List<ObjectNode> story = new ArrayList<>(history.map(StateJson::actions).orElse(List.of()));
    if (line != null) {
      line.story().stream()
          .filter(told -> kept.isCovered(told, scope))
          .sorted()
          .map(TaskJson::entry)
          .forEach(story::add);
    }
    story.sort(Comparator.comparingLong(entry -> entry.get("at").longValue()));
    ArrayNode json = NODES.arrayNode();
    json.addAll(story.subList(Math.max(0, story.size() - TaskLine.MOST_TOLD), story.size()));
    return json;
  }
}
