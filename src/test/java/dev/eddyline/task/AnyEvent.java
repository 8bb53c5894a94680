package dev.eddyline.task;

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
import dev.eddyline.schema.UserMessage;
import dev.eddyline.schema.WaitingEnded;
import dev.eddyline.schema.WaitingStarted;
import java.util.List;
import java.util.Random;

/** Events of all types, drawn from so few words that they repeat; some of the words are hostile. */
final class AnyEvent {

  private static final List<String> WORDS =
      List.of("plan", "test", "fix", "worker", "a", "", "日本語の応答", "𝒳\uD83D\uDE00", "  \t ");

  private static final List<String> TEXTS =
      List.of(
          "TypeError: x is undefined at line 12",
          "TypeError: x is undefined at line 14",
          "3 tests failing",
          "5 tests failing",
          "8 failed, 2 passed",
          "connect ECONNREFUSED 10.0.0.5:443",
          "Could you review the authentication code of the login form, please?",
          "Could you review the auth code of the login form again?",
          "日本語の応答です。もう一度確認してください。",
          "",
          "((((((((((((((((((((",
          "99999999999999999999 failed, 99999999999999999999999 passed",
          "word ".repeat(3_000),
          "é\u0301\u0301\u0301".repeat(500));

  private final Random random;
  private int number;

  AnyEvent(long seed) {
    random = new Random(seed);
  }

  /** The next event of a task; sessions and agents are few. */
  AgentEvent next(String taskId, String session) {
    number++;
    return AgentEvent.newBuilder()
        .setEventId(taskId + "-" + number)
        .setTaskId(taskId)
        .setAgentId("agent-" + random.nextInt(3))
        .setSessionId(random.nextBoolean() ? session : null)
        .setOccurredAt(TaskScript.UNTIMED)
        .setTokens(10L)
        .setBody(body())
        .build();
  }

  private Object body() {
    return switch (random.nextInt(22)) {
      case 0 -> new TaskStarted(text(), word(), word());
      case 1, 2, 3 -> new StepStarted(word(), false);
      case 4, 5, 6 -> new Transition(word(), word(), text(), false);
      case 7, 8 -> new ResponseProduced(word(), text());
      case 9, 10, 11 -> new ToolCalled("c" + random.nextInt(4), word(), json(), null, null);
      case 12, 13, 14 ->
          new ToolReturned("c" + random.nextInt(4), word(), text(), random.nextInt(3) == 0);
      case 15, 16 -> new FailureReported(text(), null, null, null, word());
      case 17 ->
          new ProgressReported(number(), number(), 1.0 * number(), null, null, number(), null);
      case 18 -> new CollaborationRequested("agent-" + random.nextInt(3), text());
      case 19 -> new CollaborationAnswered("agent-" + random.nextInt(3), text());
      case 20 -> new TaskAttempted(status(), List.of(word()), List.of(word()), false);
      default -> rare();
    };
  }

  private Object rare() {
    return switch (random.nextInt(12)) {
      case 0 -> new WaitingStarted(text(), null);
      case 1 -> new WaitingEnded("done", null);
      case 2 -> new UserMessage(text());
      case 3 -> new TaskCompleted("failure");
      default -> new Transition(word(), word(), text(), false);
    };
  }

  private TaskStatus status() {
    return random.nextBoolean() ? TaskStatus.BLOCKED : TaskStatus.DONE;
  }

  private String json() {
    return "{\"path\":\"%s\",\"n\":%d}".formatted(word().strip(), random.nextInt(3));
  }

  private int number() {
    return random.nextInt(12);
  }

  private String word() {
    return WORDS.get(random.nextInt(WORDS.size()));
  }

  private String text() {
    return TEXTS.get(random.nextInt(TEXTS.size()));
  }
}
