package dev.eddyline.task.scenario;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.CollaborationAnswered;
import dev.eddyline.schema.CollaborationRequested;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.HumanIntervened;
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
import dev.eddyline.task.TaskEngine;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/**
 * Events of all types, drawn from few words, some of them hostile. What was done last is often done
 * again, once or more, so that loops of all kinds come about; waits end soon.
 */
public final class RandomEvent {

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

  /** Longest sequence that is done again, and how often at most. */
  private static final int LONGEST = 4;

  private static final int MOST = 6;

  private final Random random;
  private final List<Object> last = new ArrayList<>();
  private final Deque<Object> next = new ArrayDeque<>();
  private int number;
  private int agent;

  public RandomEvent(long seed) {
    random = new Random(seed);
  }

  /** Events of a task and its session, ten seconds apart, all before the beginning of a story. */
  public static List<AgentEvent> inOrder(long seed, int number, String taskId, String session) {
    RandomEvent drawn = new RandomEvent(seed);
    List<AgentEvent> events = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      AgentEvent event = drawn.next(taskId, session);
      event.setOccurredAt(EngineScenario.BEGIN.minusSeconds(10L * (number - i)));
      events.add(event);
    }
    return events;
  }

  /** The next event of a task; sessions and agents are few. */
  public AgentEvent next(String taskId, String session) {
    number++;
    return AgentEvent.newBuilder()
        .setEventId(taskId + "-" + number)
        .setTaskId(taskId)
        .setAgentId(agent())
        .setSessionId(random.nextBoolean() ? session : null)
        .setOccurredAt(TaskScript.UNTIMED)
        .setTokens(10L)
        .setBody(body())
        .build();
  }

  private String agent() {
    agent = random.nextInt(6) == 0 ? random.nextInt(3) : agent;
    return "agent-" + agent;
  }

  private Object body() {
    if (next.isEmpty() && !last.isEmpty() && random.nextInt(3) == 0) {
      List<Object> again = last.subList(random.nextInt(last.size()), last.size());
      for (int times = 1 + random.nextInt(MOST); times > 0; times--) {
        next.addAll(again);
      }
    }
    if (next.isEmpty()) {
      draw();
    }
    Object body = next.remove();
    if (!(body instanceof WaitingStarted) && !(body instanceof WaitingEnded)) {
      last.add(body);
    }
    if (last.size() > LONGEST) {
      last.remove(0);
    }
    return body;
  }

  /** Something new, and what belongs to it: a call's result mostly, and the end of a wait. */
  private void draw() {
    Object body = fresh();
    next.add(body);
    if (body instanceof WaitingStarted) {
      next.addAll(last);
      next.add(new WaitingEnded("done", null, true));
    } else if (body instanceof ToolCalled call && random.nextInt(4) > 0) {
      next.add(result(call.getCallId(), call.getTool()));
    }
  }

  private Object fresh() {
    return switch (random.nextInt(22)) {
      case 0 -> new TaskStarted(text(), word(), word());
      case 1, 2, 3 -> new StepStarted(word(), false);
      case 4, 5, 6 -> new Transition(word(), word(), text(), false);
      case 7, 8 -> new ResponseProduced(word(), text());
      case 9, 10, 11 -> new ToolCalled(call(), word(), json(), null, retried());
      case 12 -> result(call(), word());
      case 13, 14, 15, 16 -> new FailureReported(text(), null, null, null, word());
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
      case 0 -> new WaitingStarted(text(), null, true);
      case 2 -> new UserMessage(text());
      case 3 -> new TaskCompleted("failure");
      case 4 -> new TaskCompleted(TaskEngine.SUCCESS);
      case 5 -> new HumanIntervened(null, decision(), text(), "ann", null, null);
      default -> new Transition(word(), word(), text(), false);
    };
  }

  private ToolReturned result(String callId, String tool) {
    return new ToolReturned(callId, tool, text(), random.nextInt(3) == 0);
  }

  private TaskStatus status() {
    return random.nextBoolean() ? TaskStatus.BLOCKED : TaskStatus.DONE;
  }

  private Decision decision() {
    return List.of(Decision.APPROVE, Decision.FALSE_POSITIVE, Decision.REJECT)
        .get(random.nextInt(3));
  }

  private String call() {
    return "c" + random.nextInt(4);
  }

  private String retried() {
    return random.nextInt(8) == 0 ? call() : null;
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
