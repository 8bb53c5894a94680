package dev.eddyline.console.edge;

import dev.eddyline.audit.ReceiptFormat;
import dev.eddyline.console.json.PolicyDraftJson;
import dev.eddyline.console.view.TaskProjection;
import dev.eddyline.console.web.Param;
import dev.eddyline.json.Doc;
import dev.eddyline.metrics.DeadLetterReason;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.LoopType;
import java.util.List;

/** The query parameters of the API. */
public final class QueryParams {

  public static final Param<String> TASK_ID = Param.text("taskId", "The task's id.").mandatory();
  public static final Param<String> VERDICT_ID =
      Param.text("verdictId", "The verdict.").mandatory();
  public static final Param<String> GATE_ID = Param.text("gateId", "The gate.").mandatory();
  public static final Param<String> OF_WORKFLOW =
      Param.text("workflow", "The name of the workflow.").mandatory();

  public static final Param<String> ID_PART =
      Param.text("query", "Only tasks whose id contains this text, in small or capital letters.");
  public static final Param<TaskProjection.State> TASK_STATE =
      Param.symbol("state", TaskProjection.State.class, "Only tasks in this state.");
  public static final Param<String> TASK = Param.text("taskId", "Only those of this task.");
  public static final Param<String> ROOT =
      Param.text("rootTaskId", "Only those of this root task.");
  public static final Param<String> AGENT = Param.text("agentId", "Only those of this agent.");
  public static final Param<String> WORKFLOW =
      Param.text("workflow", "Only those of this workflow.");
  public static final Param<LoopType> LOOP_TYPE =
      Param.symbol("loopType", LoopType.class, "Only those with a loop of this type.");
  public static final Param<Action> ACTION =
      Param.symbol("action", Action.class, "Only those with this action.");
  public static final Param<Boolean> SHADOW =
      Param.flag("shadow", "Only those of a policy that only watches, or only the others.");
  public static final Param<Long> FROM =
      Param.number("from", "Only those decided at this time or later, epoch milliseconds.");
  public static final Param<Long> TO =
      Param.number("to", "Only those decided before this time, epoch milliseconds.");

  public static final Param<String> DECIDED_BY =
      Param.text(
          "by", "Only decisions whose author contains this text, in small or capital letters.");
  public static final Param<String> AUDITED_TASK =
      Param.text("taskId", "Only decisions on this task or root task.");
  public static final Param<String> AUDITED_GATE =
      Param.text("gateId", "Only decisions on this gate.");

  /** Outcomes of decisions. */
  @Doc("The outcome of a decision.")
  public enum OutcomeChoice {
    ACCEPTED,
    REFUSED
  }

  public static final Param<OutcomeChoice> OUTCOME =
      Param.symbol("outcome", OutcomeChoice.class, "Only decisions with this outcome.");
  public static final Param<ReceiptFormat> EXPORT_FORMAT =
      Param.symbol("format", ReceiptFormat.class, "The format of the export.")
          .withDefault(ReceiptFormat.CSV);

  /** Which gates are asked for. */
  @Doc("Which gates.")
  public enum GateChoice {
    OPEN,
    CLOSED,
    ALL
  }

  public static final Param<GateChoice> GATE_STATE =
      Param.symbol("state", GateChoice.class, "Which gates.").withDefault(GateChoice.OPEN);
  public static final Param<String> GATE_TEXT =
      Param.text(
          "query",
          "Only gates with this text in an id, the headline or the text, in small or capital"
              + " letters.");
  public static final Param<String> CAUSE = Param.text("cause", "Only those with this `cause`.");

  /** Order of gates. */
  @Doc("Order of gates; closed ones follow the open ones, the newest first.")
  public enum GateOrder {
    OLDEST,
    NEWEST,
    ATTEMPTS,
    COST
  }

  public static final Param<GateOrder> GATE_ORDER =
      Param.symbol(
              "sort",
              GateOrder.class,
              "Order of the open gates. For cost, a token counts as a millionth of a US dollar.")
          .withDefault(GateOrder.OLDEST);

  public static final Param<DeadLetterReason> PROBLEM_KIND =
      Param.symbol("kind", DeadLetterReason.class, "Only those of this kind.");
  public static final Param<String> TOPIC =
      Param.text("topic", "Only those written on this topic.");
  public static final Param<String> PATTERN_ID =
      Param.text("patternId", "Only the pattern with this `patternId`.");
  public static final Param<String> PATTERN_TEXT =
      Param.text(
          "query",
          "Only patterns with this text in the headline or the reason, in small or capital"
              + " letters.");
  public static final Param<PolicyDraftJson.Choice> POLICY_CHANGE =
      Param.symbol(
              "change",
              PolicyDraftJson.Choice.class,
              "The change that makes the pattern of `patternId` quiet.")
          .withDefault(PolicyDraftJson.Choice.NONE);
  public static final Param<Long> FROM_HOUR =
      Param.number(
          "from",
          "Only loops of this hour or later, epoch milliseconds; the console counts 48 hours.");
  public static final Param<Long> TO_HOUR =
      Param.number("to", "Only loops of hours that began before this time, epoch milliseconds.");

  /** Order of patterns. */
  @Doc("Order of patterns.")
  public enum PatternOrder {
    COUNT,
    NEWEST,
    COST
  }

  public static final Param<PatternOrder> PATTERN_ORDER =
      Param.symbol(
              "sort",
              PatternOrder.class,
              "Order: most loops, newest loop or highest cost first. For cost, a token counts as a"
                  + " millionth of a US dollar.")
          .withDefault(PatternOrder.COUNT);

  public static final Param<String> LINK_GATE = Param.text("gate", "The link's gate.").mandatory();
  public static final Param<String> LINK_TARGET =
      Param.text("target", "The target to which the link was sent.").mandatory();
  public static final Param<Long> LINK_UNTIL =
      Param.number("until", "When the link expires, epoch seconds.").mandatory();
  public static final Param<String> LINK_SIGNATURE =
      Param.text("signature", "The link's signature.").mandatory();

  /** What a decision link consists of. */
  static final List<Param<?>> OF_LINK = List.of(LINK_GATE, LINK_TARGET, LINK_UNTIL, LINK_SIGNATURE);

  static final Param<String> SESSION = Param.text("session", "The session that ends.").mandatory();
  static final Param<Long> UNTIL =
      Param.number("until", "When it would have ended by itself, epoch milliseconds.");

  public static final Param<String> HOOK_WORKFLOW =
      Param.text("workflow", "The workflow of the events; without it the tool's name.");
  public static final Param<Long> HOOK_WAIT =
      Param.number("wait", "How long to wait for the verdict, 1 to 10,000 milliseconds.")
          .withDefault(2_000L);
  public static final Param<Boolean> HOOK_CLOSED =
      Param.flag("closed", "Whether a verdict that does not come in time is an error.")
          .withDefault(false);

  public static final Param<Boolean> HOOK_HEADLESS =
      Param.flag("headless", "Whether the agent runs without a terminal, and can defer a call.")
          .withDefault(false);

  private QueryParams() {}
}
