package dev.eddyline.console.json;

import dev.eddyline.json.Doc;
import dev.eddyline.replay.PolicyEffect;
import dev.eddyline.schema.LoopType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The effect of a policy on recent events, in JSON. */
@Doc("The effect of a policy on the newest events of its workflow.")
public record PolicyEffectJson(
    @Doc("The workflow.") String workflow,
    @Doc("Events that were replayed.") int events,
    @Doc("Their tasks.") int tasks,
    @Doc("Event time of the first one, epoch milliseconds; null without events.")
        @Nullable Long from,
    @Doc("Event time of the last one, epoch milliseconds; null without events.") @Nullable Long to,
    @Doc("Records of agent-events that were read to find them.") int scannedRecords,
    @Doc("Whether a limit of records, bytes or time ended the reading or the replay.")
        boolean isLimited,
    @Doc("The sums.") Change total,
    @Doc("The sums of each loop type.") List<OfType> byType,
    @Doc("Tasks whose outcome differs; 100 at most.") List<OfTask> changedTasks,
    @Doc("The number of tasks whose outcome differs.") int changedTaskCount) {

  private static final int MAX_TASKS = 100;

  /** What was published. */
  @Doc("What a policy publishes.")
  record Outcome(
      @Doc("Verdicts that request an action.") int verdicts,
      @Doc("Verdicts of a policy that only watches.") int watched,
      @Doc("Gates that were opened.") int gates) {

    private static Outcome of(PolicyEffect.Outcome outcome) {
      return new Outcome(outcome.verdicts(), outcome.watched(), outcome.gates());
    }
  }

  /** Both outcomes. */
  @Doc("What the policy in force publishes, and what the other one would.")
  record Change(
      @Doc("Under the policy in force.") Outcome before,
      @Doc("Under the other policy.") Outcome after) {

    private static Change of(PolicyEffect.Change change) {
      return new Change(Outcome.of(change.before()), Outcome.of(change.after()));
    }
  }

  /** A loop type. */
  @Doc("The outcomes of a loop type.")
  record OfType(LoopType loopType, @Doc("The outcomes.") Change change) {}

  /** A task. */
  @Doc("The outcomes of a task.")
  record OfTask(@Doc("The task.") String taskId, @Doc("The outcomes.") Change change) {}

  /**
   * The replayed events.
   *
   * @param events their number
   * @param from oldest event time, epoch milliseconds; null without events
   * @param to newest event time
   * @param scannedRecords records that were read to find them
   * @param isLimited whether a limit ended the reading or the replay
   */
  public record Span(
      int events, @Nullable Long from, @Nullable Long to, int scannedRecords, boolean isLimited) {}

  /**
   * The effect.
   *
   * @param replayed the span of the replayed events
   */
  public static PolicyEffectJson of(String workflow, PolicyEffect effect, Span replayed) {
    List<PolicyEffect.TaskChange> changed = effect.changedTasks();
    return new PolicyEffectJson(
        workflow,
        replayed.events(),
        effect.tasks(),
        replayed.from(),
        replayed.to(),
        replayed.scannedRecords(),
        replayed.isLimited(),
        Change.of(effect.total()),
        effect.byType().entrySet().stream()
            .map(entry -> new OfType(entry.getKey(), Change.of(entry.getValue())))
            .toList(),
        changed.stream()
            .limit(MAX_TASKS)
            .map(task -> new OfTask(task.taskId(), Change.of(task.change())))
            .toList(),
        changed.size());
  }
}
