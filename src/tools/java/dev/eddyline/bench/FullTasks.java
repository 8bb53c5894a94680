package dev.eddyline.bench;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.CollaborationAnswered;
import dev.eddyline.schema.CollaborationRequested;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.ProgressReported;
import dev.eddyline.schema.ResponseProduced;
import dev.eddyline.schema.StepStarted;
import dev.eddyline.schema.TaskAttempted;
import dev.eddyline.schema.TaskStatus;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import dev.eddyline.schema.Transition;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Tasks that fill every history with the largest allowed entries: events of all types with long
 * names and texts, mostly different, with some loops.
 *
 * @param tasks number of tasks
 * @param begin event time of each task's first event
 */
record FullTasks(int tasks, Instant begin) {

  /** Events of each task. */
  static final int EVENTS = 600;

  private static final int KINDS = 12;
  private static final int NAME = 100;
  private static final int TEXT = 3_000;

  /** One event in this many repeats one of a few variants. */
  private static final int ALIKE = 3;

  private static final int FEW = 12;

  /** Passes on all events, all tasks in turn. */
  void forEach(Consumer<AgentEvent> taker) {
    for (int number = 0; number < EVENTS; number++) {
      for (int task = 0; task < tasks; task++) {
        taker.accept(event(task, number));
      }
    }
  }

  private AgentEvent event(int task, int number) {
    int turn = number / KINDS;
    int said = turn % ALIKE == 0 ? turn % FEW : 1_000 + turn;
    return new AgentEvent(
        "full-event-" + task + "-" + number,
        Load.TASK + task,
        null,
        null,
        null,
        name("agent", said),
        name("session", task),
        begin.plusSeconds(number),
        100L,
        0.01,
        number % 2 == 0,
        body(number % KINDS, turn, said));
  }

  private static Object body(int kind, int turn, int said) {
    return switch (kind) {
      case 0 -> new StepStarted(name("step", said), false);
      case 1 -> new Transition(name("from", said), name("to", said), text("reason", said), false);
      case 2 -> new ResponseProduced(name("step", said), text("response", said));
      case 3 ->
          new ToolCalled(
              name("call", turn), name("tool", said), text("arguments", said), null, null);
      case 4 -> new ToolReturned(name("call", turn), name("tool", said), text("out", said), true);
      case 5 ->
          new FailureReported(
              text("failure", said),
              "runtime",
              name("src/file.ts:", said),
              text("stack", said),
              name("step", said));
      case 6 -> new ProgressReported(100, turn, 0.5, turn, turn, turn, turn);
      case 7 -> new CollaborationRequested(name("peer", said), text("request", said));
      case 8 -> new CollaborationAnswered(name("peer", said), text("answer", said));
      case 9 ->
          new TaskAttempted(TaskStatus.BLOCKED, names("blocker", said), names("work", said), false);
      case 10 ->
          new ToolCalled(name("open", turn), name("tool", said), text("a", turn), null, null);
      default -> new FailureReported(text("fault", turn), null, null, null, null);
    };
  }

  private static List<String> names(String what, int said) {
    return IntStream.range(0, 20).mapToObj(i -> name(what + i, said)).toList();
  }

  private static String name(String what, int said) {
    return words(what, said, NAME);
  }

  private static String text(String what, int said) {
    return words(what, said, TEXT);
  }

  private static String words(String what, int said, int length) {
    SplittableRandom random = Lots.many(Lots.mixed(what.hashCode(), said, length));
    StringBuilder words = new StringBuilder(what);
    while (words.length() < length) {
      words.append(length == NAME ? '-' : ' ');
      for (int letters = 3 + random.nextInt(8); letters > 0; letters--) {
        words.append((char) ('a' + random.nextInt(26)));
      }
    }
    return words.substring(0, length);
  }
}
