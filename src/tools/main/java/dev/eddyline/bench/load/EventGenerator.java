package dev.eddyline.bench.load;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.CollaborationAnswered;
import dev.eddyline.schema.CollaborationRequested;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.ProgressReported;
import dev.eddyline.schema.ResponseProduced;
import dev.eddyline.schema.StepStarted;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import java.time.Instant;

/**
 * Generates the events of many tasks from a mix. An event depends only on the seed, its task and
 * its number, so that a task's events do not depend on the order of tasks. Only the position of a
 * task is stored. For one thread.
 *
 * <p>A task consists of turns: a turn is one event, or a call and its result.
 */
public final class EventGenerator {

  /** Expected events of a type in a stretch, which either loops or does not. */
  private static final double EXPECTED_EVENTS_PER_STRETCH = 8;

  /** Longest stretch, in turns. */
  private static final int MAX_STRETCH_TURNS = 200;

  /** Longest cycle of repetitions. */
  private static final int MAX_CYCLE_LENGTH = 5;

  private static final int MIN_CALL_TEXT_LENGTH = 16;

  // purposes of random draws; each has its own sequence
  private static final int EVENT_TYPE_DRAW_PURPOSE = 1;
  private static final int REPETITION_DRAW_PURPOSE = 2;
  private static final int ORIGINAL_TURN_DRAW_PURPOSE = 3;
  private static final int TEXT_SIZE_DRAW_PURPOSE = 4;
  private static final int TEXT_DRAW_PURPOSE = 5;
  private static final int ACTOR_DRAW_PURPOSE = 6;
  private static final int CALL_RETURNS_DRAW_PURPOSE = 7;
  private static final int SAME_RESULT_DRAW_PURPOSE = 8;
  private static final int FAILURE_DRAW_PURPOSE = 9;
  private static final int STRETCH_DRAW_PURPOSE = 10;
  private static final int DRAW_PURPOSE_COUNT = 16;

  private final EventMix mix;
  private final SyntheticTexts texts;
  private final long seed;
  private final Instant firstEventAt;
  private final String prefix;
  private final int[] nextPositionByTask;
  private final double resultShareOfCalls;

  /**
   * A generator at the beginning of all tasks.
   *
   * @param tasks number of tasks, at least 1
   * @param firstEventAt event time of each task's first event; a second lies between two events
   * @param prefix prefix of every task id
   */
  public EventGenerator(EventMix mix, long seed, int tasks, Instant firstEventAt, String prefix) {
    this.mix = mix;
    this.seed = seed;
    this.firstEventAt = firstEventAt;
    this.prefix = prefix;
    texts = new SyntheticTexts(mix.words());
    nextPositionByTask = new int[tasks];
    double calls = mix.statsOf(MixEventType.TOOL_CALLED).share();
    resultShareOfCalls = calls == 0 ? 0 : mix.statsOf(MixEventType.TOOL_RETURNED).share() / calls;
  }

  /** The next event of a task; tasks are numbered from 0. */
  public AgentEvent next(int task) {
    int position = nextPositionByTask[task];
    int turn = position >>> 1;
    boolean result = (position & 1) == 1;
    MixEventType type = typeOfTurn(task, turn);
    boolean returns =
        !result
            && type == MixEventType.TOOL_CALLED
            && drawFraction(task, turn, CALL_RETURNS_DRAW_PURPOSE) < resultShareOfCalls;
    nextPositionByTask[task] = returns ? position | 1 : turn + 1 << 1;
    return new AgentEvent(
        prefix + task + "-" + seed + "-" + position,
        prefix + task,
        null,
        null,
        null,
        agent(task, originalTurn(type, task, turn)),
        null,
        firstEventAt.plusSeconds(position / 2),
        null,
        null,
        false,
        result ? createToolResult(task, turn) : createEventBody(type, task, turn),
        null,
        null);
  }

  private Object createEventBody(MixEventType type, int task, int turn) {
    int originalTurn = originalTurn(type, task, turn);
    return switch (type) {
      case RESPONSE_PRODUCED -> new ResponseProduced("work", text(type, task, originalTurn));
      case TOOL_CALLED ->
          new ToolCalled(
              "c" + turn, tool(task, originalTurn), arguments(task, originalTurn), null, null);
      case STEP_STARTED ->
          new StepStarted("step-" + drawIntBelow(task, originalTurn, TEXT_DRAW_PURPOSE, 8), false);
      case COLLABORATION_REQUESTED ->
          new CollaborationRequested(peer(task, originalTurn), text(type, task, originalTurn));
      case COLLABORATION_ANSWERED ->
          new CollaborationAnswered(peer(task, originalTurn), text(type, task, originalTurn));
      case PROGRESS_REPORTED ->
          new ProgressReported(
              40,
              drawIntBelow(task, originalTurn, TEXT_DRAW_PURPOSE, 9),
              null,
              null,
              null,
              null,
              null);
      case FAILURE_REPORTED ->
          new FailureReported(text(type, task, originalTurn), null, null, null, null);
      case TOOL_RETURNED -> throw new IllegalStateException("a result shares the turn of its call");
    };
  }

  private ToolReturned createToolResult(int task, int turn) {
    int call = originalTurn(MixEventType.TOOL_CALLED, task, turn);
    EventMix.EventTypeStats calls = mix.statsOf(MixEventType.TOOL_CALLED);
    // all equal calls of a stretch have equal results, or all have different ones
    int originalTurn =
        drawFraction(task, turn / stretchLength(calls), SAME_RESULT_DRAW_PURPOSE)
                < calls.sameResult()
            ? call
            : turn;
    boolean fails =
        drawFraction(task, originalTurn, FAILURE_DRAW_PURPOSE)
            < mix.statsOf(MixEventType.TOOL_RETURNED).fails();
    String output = text(MixEventType.TOOL_RETURNED, task, originalTurn);
    return new ToolReturned("c" + turn, tool(task, call), output, fails);
  }

  /** A turn's event type; results share the turn of their call. */
  private MixEventType typeOfTurn(int task, int turn) {
    double remaining =
        drawFraction(task, turn, EVENT_TYPE_DRAW_PURPOSE)
            * (1 - mix.statsOf(MixEventType.TOOL_RETURNED).share());
    for (MixEventType type : MixEventType.values()) {
      if (type != MixEventType.TOOL_RETURNED) {
        remaining -= mix.statsOf(type).share();
        if (remaining < 0) {
          return type;
        }
      }
    }
    return MixEventType.RESPONSE_PRODUCED;
  }

  /**
   * The turn that this turn repeats; the turn itself when it is new. Repetitions come in streaks:
   * some stretches of a task loop, the others never do.
   */
  @SuppressWarnings("EnumOrdinal") // part of the random seed
  private int originalTurn(MixEventType type, int task, int turn) {
    EventMix.EventTypeStats part = mix.statsOf(type);
    int stretch = turn / stretchLength(part);
    int purpose = type.ordinal() * DRAW_PURPOSE_COUNT;
    double onward = Math.max(part.onward(), part.again());
    boolean loops =
        onward > 0
            && drawFraction(task, stretch, STRETCH_DRAW_PURPOSE + purpose) < part.again() / onward;
    if (!loops || drawFraction(task, turn, REPETITION_DRAW_PURPOSE) >= onward) {
      return turn;
    }
    boolean newest =
        drawFraction(task, stretch, ORIGINAL_TURN_DRAW_PURPOSE + purpose) < part.last();
    int stepsBack =
        newest
            ? 1
            : 1
                + drawIntBelow(
                    task, stretch, ORIGINAL_TURN_DRAW_PURPOSE + purpose, MAX_CYCLE_LENGTH);
    for (int earlier = turn - 1;
        earlier >= Math.max(0, turn - 2 * stretchLength(part));
        earlier--) {
      if (typeOfTurn(task, earlier) == type && --stepsBack == 0) {
        return originalTurn(type, task, earlier);
      }
    }
    return turn;
  }

  /** Length of a stretch in turns, long enough to contain some events of the type. */
  private static int stretchLength(EventMix.EventTypeStats part) {
    return part.share() == 0
        ? MAX_STRETCH_TURNS
        : (int) Math.min(MAX_STRETCH_TURNS, Math.ceil(EXPECTED_EVENTS_PER_STRETCH / part.share()));
  }

  @SuppressWarnings("EnumOrdinal") // part of the random seed
  private String text(MixEventType type, int task, int turn) {
    return texts.generateText(
        drawHash(task, turn, TEXT_DRAW_PURPOSE + type.ordinal() * DRAW_PURPOSE_COUNT),
        textLength(type, task, turn));
  }

  @SuppressWarnings("EnumOrdinal") // part of the random seed
  private int textLength(MixEventType type, int task, int turn) {
    int sizeIndex =
        (int)
            (drawFraction(task, turn, TEXT_SIZE_DRAW_PURPOSE + type.ordinal() * DRAW_PURPOSE_COUNT)
                * EventMix.SIZE_CLASS_COUNT);
    return mix.statsOf(type).characters().get(sizeIndex);
  }

  private String arguments(int task, int turn) {
    int size = Math.max(MIN_CALL_TEXT_LENGTH, textLength(MixEventType.TOOL_CALLED, task, turn));
    String words =
        texts.generateText(
            drawHash(task, turn, TEXT_DRAW_PURPOSE), size - MIN_CALL_TEXT_LENGTH + 2);
    return "{\"command\": \"" + words.replace('\n', ' ') + "\"}";
  }

  private String tool(int task, int turn) {
    return "tool-" + drawIntBelow(task, turn, ACTOR_DRAW_PURPOSE, mix.runs().tools());
  }

  private String agent(int task, int turn) {
    return "agent-" + drawIntBelow(task, turn, ACTOR_DRAW_PURPOSE, mix.runs().agents());
  }

  private String peer(int task, int turn) {
    return "agent-" + (drawIntBelow(task, turn, ACTOR_DRAW_PURPOSE, mix.runs().agents()) + 1);
  }

  private int drawIntBelow(int task, int turn, int purpose, int bound) {
    return (int)
        Math.floorMod(
            drawHash(task, turn, purpose + DRAW_PURPOSE_COUNT * DRAW_PURPOSE_COUNT), (long) bound);
  }

  private double drawFraction(int task, int turn, int purpose) {
    return SeededRandom.toUnitInterval(drawHash(task, turn, purpose));
  }

  private long drawHash(int task, int turn, int purpose) {
    return SeededRandom.hash(seed + purpose, task, turn);
  }
}
