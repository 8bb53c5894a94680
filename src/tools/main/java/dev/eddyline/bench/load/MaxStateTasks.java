package dev.eddyline.bench.load;

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
 * @param firstEventAt event time of each task's first event
 */
public record MaxStateTasks(int tasks, Instant firstEventAt) {

  /** Events of each task. */
  public static final int EVENTS_PER_TASK = 600;

  private static final int EVENT_TYPE_COUNT = 12;
  private static final int NAME_LENGTH = 100;
  private static final int TEXT_LENGTH = 3_000;

  /** One event in this many repeats one of a few variants. */
  private static final int REPEAT_EVERY_NTH_EVENT = 3;

  private static final int REPEATED_VARIANT_COUNT = 12;

  /** Passes on all events, all tasks in turn. */
  public void forEach(Consumer<AgentEvent> receiver) {
    for (int number = 0; number < EVENTS_PER_TASK; number++) {
      for (int task = 0; task < tasks; task++) {
        receiver.accept(event(task, number));
      }
    }
  }

  private AgentEvent event(int task, int number) {
    int turn = number / EVENT_TYPE_COUNT;
    int variant = turn % REPEAT_EVERY_NTH_EVENT == 0 ? turn % REPEATED_VARIANT_COUNT : 1_000 + turn;
    return new AgentEvent(
        "full-event-" + task + "-" + number,
        Load.TASK_ID_PREFIX + task,
        null,
        null,
        null,
        name("agent", variant),
        name("session", task),
        firstEventAt.plusSeconds(number),
        100L,
        0.01,
        number % 2 == 0,
        body(number % EVENT_TYPE_COUNT, turn, variant),
        null,
        null);
  }

  private static Object body(int eventType, int turn, int variant) {
    return switch (eventType) {
      case 0 -> new StepStarted(name("step", variant), false);
      case 1 ->
          new Transition(
              name("from", variant), name("to", variant), text("reason", variant), false);
      case 2 -> new ResponseProduced(name("step", variant), text("response", variant));
      case 3 ->
          new ToolCalled(
              name("call", turn), name("tool", variant), text("arguments", variant), null, null);
      case 4 ->
          new ToolReturned(name("call", turn), name("tool", variant), text("out", variant), true);
      case 5 ->
          new FailureReported(
              text("failure", variant),
              "runtime",
              name("src/file.ts:", variant),
              text("stack", variant),
              name("step", variant));
      case 6 -> new ProgressReported(100, turn, 0.5, turn, turn, turn, turn);
      case 7 -> new CollaborationRequested(name("peer", variant), text("request", variant));
      case 8 -> new CollaborationAnswered(name("peer", variant), text("answer", variant));
      case 9 ->
          new TaskAttempted(
              TaskStatus.BLOCKED, names("blocker", variant), names("work", variant), false);
      case 10 ->
          new ToolCalled(name("open", turn), name("tool", variant), text("a", turn), null, null);
      default -> new FailureReported(text("fault", turn), null, null, null, null);
    };
  }

  private static List<String> names(String label, int variant) {
    return IntStream.range(0, 20).mapToObj(i -> name(label + i, variant)).toList();
  }

  private static String name(String label, int variant) {
    return words(label, variant, NAME_LENGTH);
  }

  private static String text(String label, int variant) {
    return words(label, variant, TEXT_LENGTH);
  }

  private static String words(String label, int variant, int length) {
    SplittableRandom random =
        SeededRandom.createGenerator(SeededRandom.hash(label.hashCode(), variant, length));
    StringBuilder words = new StringBuilder(label);
    while (words.length() < length) {
      words.append(length == NAME_LENGTH ? '-' : ' ');
      for (int letters = 3 + random.nextInt(8); letters > 0; letters--) {
        words.append((char) ('a' + random.nextInt(26)));
      }
    }
    return words.substring(0, length);
  }
}
