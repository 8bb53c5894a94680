package dev.eddyline.jmh;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.CollaborationAnswered;
import dev.eddyline.schema.CollaborationRequested;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.ProgressReported;
import dev.eddyline.schema.ResponseProduced;
import dev.eddyline.schema.StepStarted;
import dev.eddyline.schema.TaskAttempted;
import dev.eddyline.schema.TaskCompleted;
import dev.eddyline.schema.TaskStarted;
import dev.eddyline.schema.TaskStatus;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import dev.eddyline.schema.Transition;
import java.time.Instant;
import java.util.List;
import java.util.Random;

/**
 * Events of a task that makes progress: of all types, with texts of realistic length, none similar
 * to an earlier one. Reproducible by number.
 */
final class SampleEvents {

  static final Instant BEGIN = Instant.parse("2026-03-01T10:00:00Z");

  private static final String[] WORDS =
      ("the a parser reads each line of config and returns its fields so tests of module may fail"
              + " when value is missing at 2026-03-01T10:00:05Z in /tmp/run-7/out.txt took 12ms exit"
              + " code 2 expected 5 got 7 src/auth.ts:42:7 error TypeError: cannot read property 'id'"
              + " pid=4711 0x7ffe12ab 3f2a9bc1 (see README.md) == != key=value https://example.com/a")
          .split(" ");

  private static final int KINDS = 16;

  private SampleEvents() {}

  /** The event of this number, a second after the one before. */
  static AgentEvent event(int number) {
    return AgentEvent.newBuilder()
        .setEventId("e" + number)
        .setTaskId("task")
        .setAgentId("agent-" + number / KINDS % 3)
        .setSessionId("session")
        .setOccurredAt(BEGIN.plusSeconds(number))
        .setTokens(100L)
        .setBody(body(number, new Random(number)))
        .build();
  }

  private static Object body(int number, Random random) {
    String call = "c" + number / KINDS;
    return switch (number % KINDS) {
      case 0 -> new TaskStarted(text(random, 20), null, null);
      case 1 -> new StepStarted("step " + random.nextInt(50), false);
      case 2 -> new ResponseProduced("build", text(random, 120));
      case 3 -> new ToolCalled(call, "edit", json(random), null, null);
      case 4 -> new ToolReturned(call, "edit", text(random, 150), false);
      case 5 -> new ToolCalled(call + "b", "test", json(random), null, null);
      case 6 -> new ToolReturned(call + "b", "test", text(random, 60) + " 3 failed", true);
      case 7 -> new FailureReported(text(random, 80), "logic", "a.ts", text(random, 100), null);
      case 8 -> new Transition("s" + random.nextInt(9), "s" + random.nextInt(9), "done", false);
      case 9 -> new ProgressReported(number, random.nextInt(9), null, null, null, null, null);
      case 10 -> new CollaborationRequested("agent-9", text(random, 60));
      case 11 -> new CollaborationAnswered("agent-9", text(random, 60));
      case 12 -> new TaskAttempted(TaskStatus.PENDING, List.of(), List.of(text(random, 5)), false);
      case 13 -> new ResponseProduced("review", text(random, 40));
      case 14 -> new StepStarted("step " + random.nextInt(50), false);
      default -> new TaskCompleted("failure");
    };
  }

  private static String text(Random random, int words) {
    StringBuilder text = new StringBuilder();
    for (int word = 0; word < words; word++) {
      text.append(WORDS[random.nextInt(WORDS.length)]).append(random.nextInt(12) == 0 ? '\n' : ' ');
      if (random.nextInt(4) == 0) {
        text.append(Integer.toString(random.nextInt(100_000), 36)).append(' ');
      }
    }
    return text.toString();
  }

  private static String json(Random random) {
    String text = text(random, 12).replace('\n', ' ').replace('"', ' ');
    return "{\"path\": \"src/%d.ts\", \"line\": %d, \"text\": \"%s\"}"
        .formatted(random.nextInt(99), random.nextInt(999), text);
  }
}
