package dev.eddyline.console.json;

import dev.eddyline.access.TaskScope;
import dev.eddyline.console.view.OutputProjection;
import dev.eddyline.console.view.TaskProjection;
import dev.eddyline.json.Doc;
import dev.eddyline.outputs.CostJson;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.LoopType;
import dev.eddyline.state.TaskState;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A task of a list, in JSON. */
@Doc("A task, as a list has it.")
public record TaskSummaryJson(
    @Doc("The task's id.") String taskId,
    @Doc("The id of its root task; its own where it is one.") String rootTaskId,
    @Doc("Its workflow; null where no event or output of its own has named one.")
        @Nullable String workflow,
    @Doc("The agent of its newest output.") @Nullable String agentId,
    TaskProjection.State state,
    @Doc("Loops of the root task since its last reset.") int loopCount,
    @Doc("How often the same thing was tried.") int attempts,
    @Doc("The types of its loops since the last reset.") List<LoopType> loopTypes,
    @Doc("The root task's open gate.") @Nullable String gateId,
    @Doc("The reason of its newest output.") @Nullable String lastReason,
    @Doc("When its newest output was decided, epoch milliseconds.") long lastAt,
    @Doc(
            "What the task had cost at its newest verdict; so far, where it has no verdict and this"
                + " instance has the task.")
        Spent cost,
    @Doc("Loops per 5 minutes of the last hour, oldest first.") List<Integer> loopsLately) {

  /** What a task has cost. */
  @Doc("What a task has cost.")
  record Spent(@Doc("Tokens of the model.") long tokens, @Doc("US dollars.") double usd) {

    private static Spent of(Cost cost) {
      return new Spent(cost.getTokens(), CostJson.roundedUsd(cost.getCostUsd()));
    }
  }

  /** The same task with its cost so far, and its workflow where no output has named it. */
  public TaskSummaryJson completeFrom(TaskState stored) {
    return new TaskSummaryJson(
        taskId,
        rootTaskId,
        workflow == null ? stored.getWorkflow() : workflow,
        agentId,
        state,
        loopCount,
        attempts,
        loopTypes,
        gateId,
        lastReason,
        lastAt,
        Spent.of(stored.getCost()),
        loopsLately);
  }

  /** The task, with the parts that a scope covers. */
  public static TaskSummaryJson of(
      TaskProjection task, OutputProjection projection, TaskScope scope, long now) {
    boolean isShown = task.gate() != null && projection.isCovered(task.gate(), scope);
    return new TaskSummaryJson(
        task.taskId(),
        task.root().taskId(),
        task.workflow(),
        task.agentId(),
        task.state(now),
        task.loopCount(),
        task.attempts(),
        List.copyOf(task.loopTypes()),
        isShown ? task.gate().gateId() : null,
        task.reason(),
        task.lastAt(),
        Spent.of(task.cost()),
        Arrays.stream(task.recentLoopCountsPer5Minutes(now)).boxed().toList());
  }
}
