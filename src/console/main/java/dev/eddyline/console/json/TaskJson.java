package dev.eddyline.console.json;

import dev.eddyline.console.view.TaskProjection;
import dev.eddyline.json.Doc;
import dev.eddyline.outputs.CostJson;
import dev.eddyline.outputs.LeaderContextJson;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.Target;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A task in JSON, from its owner's stores and from published outputs. */
@Doc("A task.")
public record TaskJson(
    @Doc("The task's id.") String taskId,
    @Doc("The id of its root task; its own where it is one.") String rootTaskId,
    @Doc("Its workflow.") @Nullable String workflow,
    TaskProjection.State state,
    @Doc("Whether the stores of an instance know the task.") boolean known,
    @Doc("Loops of the root task since its last reset.") int loopCount,
    @Doc("How often the same thing was tried; null where nothing was published.")
        @Nullable Integer attempts,
    @Doc("The number of the root task's resets.") @Nullable Long epoch,
    @Doc("Event time of its first event, epoch milliseconds.") @Nullable Long startedAt,
    @Doc("Event time of its newest event, epoch milliseconds.") @Nullable Long lastAt,
    @Doc("What the task has cost so far.") CostJson cost,
    @Doc("The loops of the root task, each with the newest verdict on it.") List<Rung> ladder,
    @Doc("How often each step was entered.") List<Step> steps,
    @Doc("The transitions between steps.") Moves transitions,
    @Doc("The newest 200 actions, failures, verdicts, gates and resets, oldest first.")
        List<EntryJson> story,
    @Doc("The context for a leader's decision; null where there is none.")
        @Nullable LeaderContextJson leaderContext,
    @Doc("The root task's open gate.") @Nullable GateAnswerJson openGate) {

  /** A loop of the root task. */
  @Doc("A loop of the root task. Values that were not published are null.")
  public record Rung(
      @Doc("The identity of the loop within its root task.") String loopId,
      @Doc("The type of the loop.") @Nullable LoopType loopType,
      @Doc("The action of the newest verdict on it.") @Nullable Action answered,
      @Doc("Who is to decide, if anybody.") @Nullable Target target,
      @Doc("How often a verdict asked for something.") long count,
      @Doc("The reason of the newest verdict on it.") @Nullable String reason) {}

  /** A step of the task. */
  @Doc("A step of the task.")
  public record Step(
      @Doc("The name of the step.") String name,
      @Doc("How often it was entered.") int visits,
      @Doc("The limit of the policy.") @Nullable Integer limit) {}

  /** Transitions as a graph. */
  @Doc("The transitions between steps, as a graph.")
  public record Moves(
      @Doc("The names of the steps.") List<String> nodes,
      @Doc("The transitions.") List<Move> edges) {}

  /** A transition. */
  @Doc("A transition between two steps.")
  public record Move(
      @Doc("The step that it leaves.") String from,
      @Doc("The step that it enters.") String to,
      @Doc("How often it was taken.") int count,
      @Doc("The limit of the policy.") @Nullable Integer limit,
      @Doc(
              "Whether the graph of the workflow has it, gateways passed over; null where the"
                  + " workflow has no graph.")
          @Nullable Boolean onGraph,
      @Doc("Whether it belongs to a loop.") boolean inLoop) {}
}
