package dev.eddyline.guards;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.CollaborationRequested;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.schema.ResponseProduced;
import dev.eddyline.schema.TaskCompleted;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import dev.eddyline.schema.UserMessage;
import dev.eddyline.task.scenario.AvroCopier;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/** Creates the events of a run, one second apart. */
final class GuardRun {

  private static final Instant BEGIN = Instant.parse("2026-03-01T10:00:00Z");

  private final AgentEvent envelope;
  private final Consumer<AgentEvent> events;
  private final int[] count;

  private GuardRun(AgentEvent envelope, Consumer<AgentEvent> events, int[] count) {
    this.envelope = envelope;
    this.events = events;
    this.count = count;
  }

  /** A run in one session, whose events go to a consumer. */
  static GuardRun of(Consumer<AgentEvent> events) {
    AgentEvent envelope =
        AgentEvent.newBuilder()
            .setEventId("")
            .setTaskId("t")
            .setAgentId("agent")
            .setSessionId("s")
            .setOccurredAt(BEGIN)
            .setBody(new UserMessage(""))
            .build();
    return new GuardRun(envelope, events, new int[1]);
  }

  /**
   * A run from short words, separated by blanks.
   *
   * <p>{@code a} is a call of a tool with this argument, and {@code a=r} the same with result r.
   * {@code a!r} fails with the text r. {@code tool:a} names another tool. {@code "x} is a message,
   * {@code ~x} a thought, {@code user} a user message. {@code 3*a,b} is a b a b a b. {@code
   * fails:x} is a failure, {@code asks:x} a question to another agent; {@code completes} and {@code
   * approves} end the task and decide.
   */
  static List<AgentEvent> parse(String words) {
    List<AgentEvent> run = new ArrayList<>();
    GuardRun made = of(run::add);
    for (String word : expand(words)) {
      if (word.equals("user")) {
        made.happens(new UserMessage("go on"));
      } else if (word.startsWith("\"")) {
        made.happens(new ResponseProduced("message", word.substring(1)));
      } else if (word.startsWith("~")) {
        made.happens(new ResponseProduced("think", word.substring(1)));
      } else if (word.startsWith("fails:")) {
        made.fails("cannot load part " + word.substring(6) + " at start");
      } else if (word.startsWith("asks:")) {
        made.happens(new CollaborationRequested("other", "please look at " + word));
      } else if (word.equals("completes")) {
        made.happens(new TaskCompleted("success"));
      } else if (word.equals("approves")) {
        made.happens(new HumanIntervened(null, Decision.APPROVE, "go on", "ann", null, null));
      } else {
        made.calls(word);
      }
    }
    return run;
  }

  private static List<String> expand(String words) {
    List<String> expanded = new ArrayList<>();
    for (String word : words.strip().split("\\s+")) {
      String[] parts = word.split("\\*", 2);
      int times = parts.length == 1 ? 1 : Integer.parseInt(parts[0]);
      List<String> repeated = List.of(parts[parts.length - 1].split(","));
      Collections.nCopies(times, repeated).forEach(expanded::addAll);
    }
    return expanded;
  }

  /** A tool is called, in the words of {@link #parse}. */
  void calls(String word) {
    String[] parts = word.split("[=!]", 2);
    String[] call = parts[0].split(":", 2);
    String tool = call.length == 1 ? "read" : call[0];
    String id = "c" + count[0];
    happens(new ToolCalled(id, tool, "{\"key\":\"" + call[call.length - 1] + "\"}", null, null));
    if (parts.length == 2) {
      happens(new ToolReturned(id, tool, parts[1].replace('_', ' '), word.contains("!")));
    }
  }

  GuardRun inTask(String task) {
    return with(event -> event.setTaskId(task));
  }

  GuardRun inSession(String session) {
    return with(event -> event.setSessionId(session));
  }

  GuardRun byAgent(String agent) {
    return with(event -> event.setAgentId(agent));
  }

  /** The work fails. */
  void fails(String message) {
    happens(new FailureReported(message, null, null, null, null));
  }

  /** Adds an event. */
  void happens(Object body) {
    AgentEvent event = AvroCopier.deepCopy(envelope);
    event.setEventId("e" + ++count[0]);
    event.setOccurredAt(BEGIN.plusSeconds(count[0]));
    event.setBody(body);
    events.accept(event);
  }

  private GuardRun with(Consumer<AgentEvent> change) {
    AgentEvent changed = AvroCopier.deepCopy(envelope);
    change.accept(changed);
    return new GuardRun(changed, events, count);
  }
}
