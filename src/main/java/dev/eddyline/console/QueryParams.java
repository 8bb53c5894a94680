package dev.eddyline.console;

import dev.eddyline.json.Doc;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.LoopType;

/** The query parameters of the API. */
final class QueryParams {

  static final Param<String> TASK_ID = Param.text("id", "The task's id.").mandatory();
  static final Param<String> VERDICT_ID = Param.text("id", "The `verdictId`.").mandatory();
  static final Param<String> GATE_ID = Param.text("id", "The `gateId`.").mandatory();
  static final Param<String> OF_TASK = Param.text("task", "The task's id.").mandatory();
  static final Param<String> OF_WORKFLOW =
      Param.text("workflow", "The name of the workflow.").mandatory();

  static final Param<String> ID_PART =
      Param.text("query", "Only tasks whose id contains this text, in small or capital letters.");
  static final Param<TaskProjection.State> TASK_STATE =
      Param.symbol("state", TaskProjection.State.class, "Only tasks in this state.");
  static final Param<String> TASK = Param.text("task", "Only those of this task.");
  static final Param<String> ROOT = Param.text("root", "Only those of this root task.");
  static final Param<String> AGENT = Param.text("agent", "Only those of this agent.");
  static final Param<String> WORKFLOW = Param.text("workflow", "Only those of this workflow.");
  static final Param<LoopType> LOOP_TYPE =
      Param.symbol("loopType", LoopType.class, "Only those with a loop of this type.");
  static final Param<Action> ACTION =
      Param.symbol("action", Action.class, "Only those with this action.");
  static final Param<Boolean> SHADOW =
      Param.flag("shadow", "Only those of a policy that only watches, or only the others.");
  static final Param<Long> FROM =
      Param.number("from", "Only those decided at this time or later, epoch milliseconds.");
  static final Param<Long> TO =
      Param.number("to", "Only those decided before this time, epoch milliseconds.");

  /** Which gates are asked for. */
  @Doc("Which gates.")
  enum GateChoice {
    OPEN,
    CLOSED,
    ALL
  }

  static final Param<GateChoice> GATE_STATE =
      Param.symbol("state", GateChoice.class, "Which gates.").withDefault(GateChoice.OPEN);

  static final Param<String> SESSION = Param.text("session", "The session that ends.").mandatory();
  static final Param<Long> UNTIL =
      Param.number("until", "When it would have ended by itself, epoch milliseconds.");

  static final Param<String> HOOK_WORKFLOW =
      Param.text("workflow", "The workflow of the events; without it the tool's name.");
  static final Param<Long> HOOK_WAIT =
      Param.number("wait", "How long to wait for the verdict, 1 to 10,000 milliseconds.")
          .withDefault(2_000L);
  static final Param<Boolean> HOOK_CLOSED =
      Param.flag("closed", "Whether a verdict that does not come in time is an error.")
          .withDefault(false);

  private QueryParams() {}
}
