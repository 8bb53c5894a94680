package dev.eddyline.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.ProgressReported;
import dev.eddyline.sessions.file.SessionFiles;
import dev.eddyline.sessions.file.SessionFixture;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run with task lists has the same progress through hooks and in its session file. */
class ProgressOfFilesTest {

  private static final Instant AT = Instant.parse("2026-05-04T08:00:00Z");

  /** Tool, input, and whether it failed. */
  private record Call(String tool, String input, boolean isError) {}

  private static final List<Call> CALLS =
      List.of(
          new Call("TodoWrite", "{'todos':[{'content':'a','status':'pending'}]}", false),
          new Call("TodoWrite", "{'todos':[{'content':'a','status':'completed'}]}", false),
          new Call("TodoWrite", "{'todos':[{'content':'b','status':'completed'}]}", true),
          new Call("TaskUpdate", "{'taskId':'1','status':'completed'}", false),
          new Call("TaskUpdate", "{'taskId':'2','status':'completed'}", false),
          new Call("TaskUpdate", "{'taskId':'1','status':'completed'}", false),
          new Call("Bash", "{'command':'make'}", false));

  @TempDir private Path folder;

  private static Instant at(int call) {
    return AT.plusSeconds(call);
  }

  private static List<AgentEvent> hooked() {
    List<AgentEvent> events = new ArrayList<>();
    HookAgent agent = HookFixtures.agent("claude-code");
    HookSessions sessions = new HookSessions();
    for (int i = 0; i < CALLS.size(); i++) {
      Call call = CALLS.get(i);
      String hook =
          "{'hook_event_name':'%s','session_id':'s1','tool_name':'%s','tool_use_id':'t%d','tool_input':%s,%s}"
              .formatted(
                  call.isError() ? "PostToolUseFailure" : "PostToolUse",
                  call.tool(),
                  i,
                  call.input(),
                  call.isError() ? "'error':'ok'" : "'tool_response':'ok'");
      HookContext context = new HookContext(Optional.empty(), false, "", at(i), sessions);
      HookReading reading = agent.read(HookCall.read(hook.replace('\'', '"'), context));
      reading.remember().run();
      events.addAll(reading.events());
    }
    return events;
  }

  private List<AgentEvent> read() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < CALLS.size(); i++) {
      Call call = CALLS.get(i);
      text.append(
          """
          {'type':'assistant','uuid':'a%1$d','sessionId':'s1','timestamp':'%2$s','message':{'content':[{'type':'tool_use','id':'t%1$d','name':'%3$s','input':%4$s}]}}
          {'type':'user','uuid':'r%1$d','sessionId':'s1','timestamp':'%2$s','message':{'content':[{'type':'tool_result','tool_use_id':'t%1$d','content':'ok','is_error':%5$s}]}}
          """
              .formatted(i, at(i), call.tool(), call.input(), call.isError()));
    }
    List<AgentEvent> events = new ArrayList<>();
    Path file = SessionFixture.write(folder, "s1.jsonl", text.toString());
    new SessionFiles().read(file, event -> events.add(event.event()));
    return events;
  }

  /** The events of progress, with their ids. */
  private static List<String> progress(List<AgentEvent> events) {
    return events.stream()
        .filter(it -> it.getBody() instanceof ProgressReported)
        .map(AgentEvent::toString)
        .toList();
  }

  @Test
  void claudeCode() throws IOException {
    // When
    List<String> fromFile = progress(read());

    // Then
    assertThat(fromFile).hasSize(4).isEqualTo(progress(hooked()));
  }
}
