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
 * Makes the events of many tasks from a mix. An event depends on the seed, its task and its number
 * there alone, so that each task tells the same story in whatever order the tasks take turns. All
 * that is kept of a task is where it stands. For one thread.
 *
 * <p>A task goes from turn to turn: a turn is one event, or a call and its result.
 */
final class EventGenerator {

  /** About so many of a type lie in a stretch that loops or does not. */
  private static final double IN_STRETCH = 8;

  /** Longest stretch, in turns. */
  private static final int LONGEST = 200;

  /** Longest cycle of repetitions. */
  private static final int FEW = 5;

  private static final int SHORTEST_CALL = 16;

  // what a lot is drawn for: each has lots of its own
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
   * @param begin when each task's first event occurred; a second lies between two events
   * @param prefix begins every task's id
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

  /** The next event of a task, which is its number from 0. */
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
      case TOOL_RETURNED -> throw new IllegalStateException("a result has no turn of its own");
    };
  }

  private ToolReturned result(int task, int turn) {
    int call = original(Kind.TOOL_CALLED, task, turn);
    Mix.Part calls = mix.part(Kind.TOOL_CALLED);
    // a stretch of equal calls has equal results, or none of them
    int original = lot(task, turn / stretch(calls), SAME_RESULT) < calls.sameResult() ? call : turn;
    boolean fails = lot(task, original, FAILS) < mix.part(Kind.TOOL_RETURNED).fails();
    String output = text(Kind.TOOL_RETURNED, task, original);
    return new ToolReturned("c" + turn, tool(task, call), output, fails);
  }

  /** A turn's type; results have no turns of their own. */
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
   * The turn whose words this turn repeats; the turn itself when it says something new. Repetitions
   * come in rows: some stretches of a task loop, the others never do.
   */
  @SuppressWarnings("EnumOrdinal") // one of the numbers that the lot is drawn by
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

  /** Length of a stretch, in turns: so long that it holds some of the type. */
  private static int stretch(Mix.Part part) {
    return part.share() == 0
        ? LONGEST
        : (int) Math.min(LONGEST, Math.ceil(IN_STRETCH / part.share()));
  }

  @SuppressWarnings("EnumOrdinal") // one of the numbers that the lot is drawn by
  private String text(Kind kind, int task, int turn) {
    return texts.text(mixed(task, turn, TEXT + kind.ordinal() * PURPOSES), size(kind, task, turn));
  }

  @SuppressWarnings("EnumOrdinal") // one of the numbers that the lot is drawn by
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
