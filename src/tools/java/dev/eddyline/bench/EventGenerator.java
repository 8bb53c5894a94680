package dev.eddyline.bench;

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
final class EventGenerator {

  /** Expected events of a type in a stretch, which either loops or does not. */
  private static final double IN_STRETCH = 8;

  /** Longest stretch, in turns. */
  private static final int LONGEST = 200;

  /** Longest cycle of repetitions. */
  private static final int FEW = 5;

  private static final int SHORTEST_CALL = 16;

  // purposes of random draws; each has its own sequence
  private static final int KIND = 1;
  private static final int AGAIN = 2;
  private static final int WHICH = 3;
  private static final int SIZE = 4;
  private static final int TEXT = 5;
  private static final int WHO = 6;
  private static final int RETURNS = 7;
  private static final int SAME_RESULT = 8;
  private static final int FAILS = 9;
  private static final int STRETCH = 10;
  private static final int PURPOSES = 16;

  private final Mix mix;
  private final Texts texts;
  private final long seed;
  private final Instant begin;
  private final String prefix;
  private final int[] standing;
  private final double returned;

  /**
   * A generator at the beginning of all tasks.
   *
   * @param tasks number of tasks, at least 1
   * @param begin event time of each task's first event; a second lies between two events
   * @param prefix prefix of every task id
   */
  EventGenerator(Mix mix, long seed, int tasks, Instant begin, String prefix) {
    this.mix = mix;
    this.seed = seed;
    this.begin = begin;
    this.prefix = prefix;
    texts = new Texts(mix.words());
    standing = new int[tasks];
    double calls = mix.part(Kind.TOOL_CALLED).share();
    returned = calls == 0 ? 0 : mix.part(Kind.TOOL_RETURNED).share() / calls;
  }

  /** The next event of a task; tasks are numbered from 0. */
  AgentEvent next(int task) {
    int at = standing[task];
    int turn = at >>> 1;
    boolean result = (at & 1) == 1;
    Kind kind = kind(task, turn);
    boolean returns = !result && kind == Kind.TOOL_CALLED && lot(task, turn, RETURNS) < returned;
    standing[task] = returns ? at | 1 : turn + 1 << 1;
    return new AgentEvent(
        prefix + task + "-" + seed + "-" + at,
        prefix + task,
        null,
        null,
        null,
        agent(task, original(kind, task, turn)),
        null,
        begin.plusSeconds(at / 2),
        null,
        null,
        false,
        result ? result(task, turn) : body(kind, task, turn));
  }

  private Object body(Kind kind, int task, int turn) {
    int original = original(kind, task, turn);
    return switch (kind) {
      case RESPONSE_PRODUCED -> new ResponseProduced("work", text(kind, task, original));
      case TOOL_CALLED ->
          new ToolCalled("c" + turn, tool(task, original), arguments(task, original), null, null);
      case STEP_STARTED -> new StepStarted("step-" + number(task, original, TEXT, 8), false);
      case COLLABORATION_REQUESTED ->
          new CollaborationRequested(peer(task, original), text(kind, task, original));
      case COLLABORATION_ANSWERED ->
          new CollaborationAnswered(peer(task, original), text(kind, task, original));
      case PROGRESS_REPORTED ->
          new ProgressReported(40, number(task, original, TEXT, 9), null, null, null, null, null);
      case FAILURE_REPORTED ->
          new FailureReported(text(kind, task, original), null, null, null, null);
      case TOOL_RETURNED -> throw new IllegalStateException("a result shares the turn of its call");
    };
  }

  private ToolReturned result(int task, int turn) {
    int call = original(Kind.TOOL_CALLED, task, turn);
    Mix.Part calls = mix.part(Kind.TOOL_CALLED);
    // all equal calls of a stretch have equal results, or all have different ones
    int original = lot(task, turn / stretch(calls), SAME_RESULT) < calls.sameResult() ? call : turn;
    boolean fails = lot(task, original, FAILS) < mix.part(Kind.TOOL_RETURNED).fails();
    String output = text(Kind.TOOL_RETURNED, task, original);
    return new ToolReturned("c" + turn, tool(task, call), output, fails);
  }

  /** A turn's event type; results share the turn of their call. */
  private Kind kind(int task, int turn) {
    double left = lot(task, turn, KIND) * (1 - mix.part(Kind.TOOL_RETURNED).share());
    for (Kind kind : Kind.values()) {
      if (kind != Kind.TOOL_RETURNED) {
        left -= mix.part(kind).share();
        if (left < 0) {
          return kind;
        }
      }
    }
    return Kind.RESPONSE_PRODUCED;
  }

  /**
   * The turn that this turn repeats; the turn itself when it is new. Repetitions come in streaks:
   * some stretches of a task loop, the others never do.
   */
  @SuppressWarnings("EnumOrdinal") // part of the random seed
  private int original(Kind kind, int task, int turn) {
    Mix.Part part = mix.part(kind);
    int stretch = turn / stretch(part);
    int purpose = kind.ordinal() * PURPOSES;
    double onward = Math.max(part.onward(), part.again());
    boolean loops = onward > 0 && lot(task, stretch, STRETCH + purpose) < part.again() / onward;
    if (!loops || lot(task, turn, AGAIN) >= onward) {
      return turn;
    }
    boolean newest = lot(task, stretch, WHICH + purpose) < part.last();
    int back = newest ? 1 : 1 + number(task, stretch, WHICH + purpose, FEW);
    for (int earlier = turn - 1; earlier >= Math.max(0, turn - 2 * stretch(part)); earlier--) {
      if (kind(task, earlier) == kind && --back == 0) {
        return original(kind, task, earlier);
      }
    }
    return turn;
  }

  /** Length of a stretch in turns, long enough to contain some events of the type. */
  private static int stretch(Mix.Part part) {
    return part.share() == 0
        ? LONGEST
        : (int) Math.min(LONGEST, Math.ceil(IN_STRETCH / part.share()));
  }

  @SuppressWarnings("EnumOrdinal") // part of the random seed
  private String text(Kind kind, int task, int turn) {
    return texts.text(mixed(task, turn, TEXT + kind.ordinal() * PURPOSES), size(kind, task, turn));
  }

  @SuppressWarnings("EnumOrdinal") // part of the random seed
  private int size(Kind kind, int task, int turn) {
    int place = (int) (lot(task, turn, SIZE + kind.ordinal() * PURPOSES) * Mix.SIZES);
    return mix.part(kind).characters().get(place);
  }

  private String arguments(int task, int turn) {
    int size = Math.max(SHORTEST_CALL, size(Kind.TOOL_CALLED, task, turn));
    String words = texts.text(mixed(task, turn, TEXT), size - SHORTEST_CALL + 2);
    return "{\"command\": \"" + words.replace('\n', ' ') + "\"}";
  }

  private String tool(int task, int turn) {
    return "tool-" + number(task, turn, WHO, mix.runs().tools());
  }

  private String agent(int task, int turn) {
    return "agent-" + number(task, turn, WHO, mix.runs().agents());
  }

  private String peer(int task, int turn) {
    return "agent-" + (number(task, turn, WHO, mix.runs().agents()) + 1);
  }

  private int number(int task, int turn, int purpose, int below) {
    return (int) Math.floorMod(mixed(task, turn, purpose + PURPOSES * PURPOSES), (long) below);
  }

  private double lot(int task, int turn, int purpose) {
    return Lots.share(mixed(task, turn, purpose));
  }

  private long mixed(int task, int turn, int purpose) {
    return Lots.mixed(seed + purpose, task, turn);
  }
}
