package dev.eddyline.replay;

import dev.eddyline.embedded.InProcessEngine;
import dev.eddyline.graph.source.GraphSnapshot;
import dev.eddyline.policy.Policies;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.avro.specific.SpecificRecord;

/**
 * Replays the same events under the policies in force and under others, and counts both results.
 */
public final class PolicyEffect {

  private final InProcessEngine inForce;
  private final InProcessEngine draft;
  private final Run before = new Run();
  private final Run after = new Run();
  private final Set<String> tasks = new LinkedHashSet<>();

  /**
   * What was published.
   *
   * @param verdicts verdicts that request an action
   * @param watched verdicts of a policy that only watches
   * @param gates gates that were opened
   */
  public record Outcome(int verdicts, int watched, int gates) {

    /** Nothing. */
    public static final Outcome NONE = new Outcome(0, 0, 0);

    private Outcome plus(Outcome other) {
      return new Outcome(verdicts + other.verdicts, watched + other.watched, gates + other.gates);
    }
  }

  /** The outcomes under the policies in force and under the others. */
  public record Change(Outcome before, Outcome after) {

    public Change {
      Objects.requireNonNull(before, "before");
      Objects.requireNonNull(after, "after");
    }
  }

  /** The sums of one run. */
  private static final class Run {
    private final Map<LoopType, Outcome> byType = new EnumMap<>(LoopType.class);
    private final Map<String, Outcome> byTask = new LinkedHashMap<>();

    private void count(SpecificRecord output) {
      if (output instanceof LoopVerdict verdict && isDetection(verdict)) {
        Outcome one = verdict.getShadow() ? new Outcome(0, 1, 0) : new Outcome(1, 0, 0);
        add(verdict.getLoopType(), verdict.getTaskId(), one);
      } else if (output instanceof GateTrigger gate && gate.getState() == GateState.OPENED) {
        add(gate.getLoopType(), gate.getTaskId(), new Outcome(0, 0, 1));
      }
    }

    private static boolean isDetection(LoopVerdict verdict) {
      return verdict.getLoopType() != LoopType.OK
          && verdict.getLoopType() != LoopType.UNKNOWN
          && (verdict.getShadow() || verdict.getAction() != Action.CONTINUE);
    }

    private void add(LoopType type, String taskId, Outcome one) {
      byType.merge(type, one, Outcome::plus);
      byTask.merge(taskId, one, Outcome::plus);
    }

    private Outcome total() {
      return byType.values().stream().reduce(Outcome.NONE, Outcome::plus);
    }
  }

  /**
   * Starts both replays.
   *
   * @param graphs the graphs of both
   */
  public PolicyEffect(Policies inForce, Policies draft, GraphSnapshot graphs) {
    this.inForce = new InProcessEngine(inForce, graphs, InProcessEngine.NO_CLAMP);
    this.draft = new InProcessEngine(draft, graphs, InProcessEngine.NO_CLAMP);
  }

  /** Replays the next event. */
  public void replay(AgentEvent event) {
    tasks.add(event.getTaskId());
    inForce.processEvent(event).outputs().forEach(before::count);
    draft.processEvent(event).outputs().forEach(after::count);
  }

  /** The number of different tasks. */
  public int tasks() {
    return tasks.size();
  }

  /** The sums over all events. */
  public Change total() {
    return new Change(before.total(), after.total());
  }

  /** The sums for each loop type. */
  public Map<LoopType, Change> byType() {
    Set<LoopType> types = EnumSet.noneOf(LoopType.class);
    types.addAll(before.byType.keySet());
    types.addAll(after.byType.keySet());
    Map<LoopType, Change> changes = new EnumMap<>(LoopType.class);
    types.forEach(type -> changes.put(type, change(before.byType, after.byType, type)));
    return changes;
  }

  /** The tasks whose outcome differs, in the order of their first events. */
  public List<TaskChange> changedTasks() {
    return tasks.stream()
        .map(task -> new TaskChange(task, change(before.byTask, after.byTask, task)))
        .filter(task -> !task.change().before().equals(task.change().after()))
        .toList();
  }

  /** A task and its outcomes. */
  public record TaskChange(String taskId, Change change) {

    public TaskChange {
      Objects.requireNonNull(taskId, "taskId");
      Objects.requireNonNull(change, "change");
    }
  }

  private static <K> Change change(Map<K, Outcome> before, Map<K, Outcome> after, K key) {
    return new Change(
        before.getOrDefault(key, Outcome.NONE), after.getOrDefault(key, Outcome.NONE));
  }
}
