package dev.eddyline.guards;

import static dev.eddyline.guards.SessionGuard.SESSION;
import static dev.eddyline.guards.SessionGuard.TASK;

import dev.eddyline.detect.api.ToolTexts;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.schema.TaskCompleted;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import dev.eddyline.schema.UserMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The loop guards of other agent systems, with their default limits.
 *
 * <p>Left out are rules that need what events do not have: judgements of a model (Gemini CLI), exit
 * codes, condensations and the output of an interpreter (OpenHands), the boundaries of messages
 * (opencode), and whether a tool exists or polls (OpenClaw). Left out, too, are the warnings of
 * DeerFlow, OpenClaw and OpenRouter, and the repeated text of OpenRouter. A thought is neither a
 * message nor part of a call. Some guards compare it, and then a thought hides a loop; recorded
 * runs have one before each call.
 */
public final class ReferenceGuards {

  private static final Predicate<Object> AT_USER_MESSAGE = UserMessage.class::isInstance;

  private static final Function<SessionEvent, Optional<Object>> CALL =
      Symbols.atCall(Symbols::canonicalCall);

  private static final Function<SessionEvent, Optional<Object>> CALL_WITH_OUTCOME =
      Symbols.atResult(Symbols::canonicalCall, Symbols::outcome);

  /** A message that is only a line. The range from + to _ has all capitals and digits. */
  private static final Pattern GEMINI_DIVIDER = Pattern.compile("[+-_=*\u2500-\u257F]+");

  /** Line numbers in arguments. */
  private static final Pattern LINE =
      Pattern.compile("(?<=\"(?:start|end)_line\":)\\d{1,18}+(?!\\d)");

  private static final int LINES_IN_BUCKET = 200;

  /** All guards. */
  public static final List<ReferenceGuard> ALL =
      List.of(
          openHandsV0(),
          openHandsSdk(),
          geminiCli(),
          qwenCode(100, 1_000),
          qwenCodeWithOptInRules(),
          goose(),
          rooCode(),
          cline("Cline", 5),
          cline("Cline, soft limit", 3),
          openCode(),
          openClaw(),
          deerFlow(20, 5),
          stella(),
          openRouter(),
          theAppApp(3),
          strands(8, 3),
          crewAi());

  private ReferenceGuards() {}

  /** The history of a guard without a restart. */
  private static boolean never(Object body) {
    return false;
  }

  /** Compares whether a call failed, in place of its exit code, and the text of messages. */
  static ReferenceGuard openHandsV0() {
    Function<SessionEvent, Optional<Object>> callWithSuccess =
        Symbols.atResult(Symbols::canonicalCall, ToolReturned::getIsError);
    Function<SessionEvent, Optional<Object>> message =
        event ->
            event.result().isPresent()
                ? Symbols.interruption()
                : event.message().map(Object.class::cast);
    return openHands("OpenHands V0", callWithSuccess, message);
  }

  /** Compares results, and counts messages whatever they say. Fires at its nudge, too. */
  static ReferenceGuard openHandsSdk() {
    Function<SessionEvent, Optional<Object>> message =
        event ->
            event.message().isPresent()
                ? Optional.of("message")
                : event.thought().isPresent() ? Optional.empty() : Symbols.interruption();
    return openHands("OpenHands SDK", CALL_WITH_OUTCOME, message);
  }

  private static ReferenceGuard openHands(
      String name,
      Function<SessionEvent, Optional<Object>> callWithOutcome,
      Function<SessionEvent, Optional<Object>> message) {
    return new SessionGuard(
        name,
        SESSION,
        AT_USER_MESSAGE,
        false,
        () ->
            List.of(
                TailRule.equalInRow(callWithOutcome, 4),
                TailRule.equalInRow(Symbols.atError(Symbols::canonicalCall), 3),
                TailRule.equalInRow(message, 3),
                TailRule.cycle(callWithOutcome, 2, 2, 3)));
  }

  /** Five times the same sequence of up to five calls, or a chanted text. */
  static ReferenceGuard geminiCli() {
    return new SessionGuard(
        "Gemini CLI",
        SESSION,
        AT_USER_MESSAGE,
        false,
        () ->
            List.of(
                TailRule.cycle(Symbols.atCall(Symbols::literalCall), 1, 5, 5),
                new ChantingRule(5_000, 250, GEMINI_DIVIDER)));
  }

  /**
   * The rules that are always on.
   *
   * @param softCap calls of a turn after which it ends if one call is frequent
   * @param hardCap calls after which it ends in any case, ≥ softCap
   */
  static ReferenceGuard qwenCode(int softCap, int hardCap) {
    return new SessionGuard(
        "Qwen Code", SESSION, AT_USER_MESSAGE, false, () -> QwenRules.alwaysOn(softCap, hardCap));
  }

  /** With the rules that a user must switch on. */
  static ReferenceGuard qwenCodeWithOptInRules() {
    return new SessionGuard(
        "Qwen Code, opt-in rules",
        SESSION,
        AT_USER_MESSAGE,
        false,
        () -> {
          List<Predicate<SessionEvent>> rules = new ArrayList<>(QwenRules.alwaysOn(100, 1_000));
          rules.addAll(QwenRules.optIn());
          return rules;
        });
  }

  /** The limit of equal calls is off by default; the rule of equal errors is always on. */
  static ReferenceGuard goose() {
    return new SessionGuard(
        "Goose", SESSION, ReferenceGuards::never, true, () -> List.of(new FailingToolRule()));
  }

  /** Refuses the fourth equal call, and counts from the start after that. */
  static ReferenceGuard rooCode() {
    return new SessionGuard(
        "Roo Code",
        SESSION,
        ReferenceGuards::never,
        true,
        () -> List.of(TailRule.equalInRow(CALL, 4)));
  }

  /**
   * Counts equal calls.
   *
   * @param limit the soft limit at which the model gets a message, or the hard one
   */
  static ReferenceGuard cline(String name, int limit) {
    return new SessionGuard(
        name, SESSION, AT_USER_MESSAGE, false, () -> List.of(TailRule.equalInRow(CALL, limit)));
  }

  /** Refuses the third equal call; a message in between hides the first two. */
  static ReferenceGuard openCode() {
    return new SessionGuard(
        "opencode",
        SESSION,
        AT_USER_MESSAGE,
        false,
        () ->
            List.of(
                TailRule.equalInRow(
                    event ->
                        event
                            .call()
                            .map(Symbols::literalCall)
                            .or(() -> event.message().flatMap(text -> Symbols.interruption())),
                    3)));
  }

  /** Refuses a call after twenty with stable results. */
  static ReferenceGuard openClaw() {
    return new SessionGuard(
        "OpenClaw",
        SESSION,
        ReferenceGuards::never,
        false,
        () -> List.of(new StableResultRule(20)));
  }

  /**
   * Counts equal turns among the newest ones, in any order of their calls.
   *
   * @param window number of newest turns
   * @param limit equal turns from which no further call is allowed
   */
  static ReferenceGuard deerFlow(int window, int limit) {
    return new SessionGuard(
        "DeerFlow",
        SESSION,
        ReferenceGuards::never,
        false,
        () ->
            List.of(
                new TailRule(
                    ReferenceGuards::turn, window, tail -> tail.occurrencesOfNewest() >= limit)));
  }

  private static Optional<Object> turn(SessionEvent event) {
    TreeSet<String> calls = new TreeSet<>();
    event.turn().forEach(call -> calls.add(withLineBuckets(call)));
    return calls.isEmpty() ? Optional.empty() : Optional.of(calls);
  }

  private static String withLineBuckets(ToolCalled call) {
    return call.getTool()
        + LINE.matcher(Symbols.canonical(ToolTexts.arguments(call)))
            .replaceAll(line -> "" + Long.parseLong(line.group()) / LINES_IN_BUCKET);
  }

  /** Compares calls with their results: equal ones, cycles, and one result of different calls. */
  static ReferenceGuard stella() {
    return new SessionGuard(
        "Stella",
        SESSION,
        ReferenceGuards::never,
        false,
        () ->
            List.of(
                TailRule.equalInRow(CALL_WITH_OUTCOME, 3),
                TailRule.cycle(CALL_WITH_OUTCOME, 2, 4, 3),
                TailRule.equalInRow(Symbols.atResult(ToolCalled::getTool, Symbols::outcome), 6)));
  }

  /** Blocks the third equal turn of a tool. The guard is off by default. */
  static ReferenceGuard openRouter() {
    return new SessionGuard(
        "OpenRouter", SESSION, ReferenceGuards::never, false, () -> List.of(new ToolTurnRule(3)));
  }

  /**
   * Counts equal failures and questions of a task, whatever agent works on it.
   *
   * @param failures equal failures in a row
   */
  static ReferenceGuard theAppApp(int failures) {
    return new SessionGuard(
        "TheAppApp",
        TASK,
        body ->
            body instanceof HumanIntervened
                || body instanceof TaskCompleted completed
                    && completed.getOutcome().equalsIgnoreCase("success"),
        false,
        () ->
            List.of(
                TailRule.equalInRow(TaskFailures::signature, failures),
                new RepeatedQuestionRule()));
  }

  /**
   * Compares the agents between which a task was handed over. The guard is off by default, with a
   * window of 0.
   *
   * @param window number of newest agents
   * @param minAgents different agents from which there is no loop
   */
  static ReferenceGuard strands(int window, int minAgents) {
    return new SessionGuard(
        "Strands",
        TASK,
        ReferenceGuards::never,
        false,
        () -> {
          Tail last = new Tail(1);
          Function<SessionEvent, Optional<Object>> nextAgent =
              event -> {
                String agent = event.event().getAgentId();
                boolean isNext = last.occurrences(agent) == 0;
                last.add(agent);
                return isNext ? Optional.of(agent) : Optional.empty();
              };
          return window == 0
              ? List.of()
              : List.of(
                  new TailRule(
                      nextAgent, window, tail -> tail.isFull() && tail.distinct() < minAgents));
        });
  }

  /** Refuses a call that equals the one before. */
  static ReferenceGuard crewAi() {
    return new SessionGuard(
        "CrewAI",
        SESSION,
        ReferenceGuards::never,
        false,
        () -> List.of(TailRule.equalInRow(CALL, 2)));
  }
}
