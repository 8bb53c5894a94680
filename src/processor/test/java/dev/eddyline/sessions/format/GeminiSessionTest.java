package dev.eddyline.sessions.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.sessions.file.SessionFixture;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Chats of Gemini CLI. */
class GeminiSessionTest {

  private static final String HEADER =
      "{'sessionId':'g1','projectHash':'h','startTime':'2026-05-04T08:00:00.000Z','kind':'main'}\n";

  @TempDir private Path folder;

  private static String message(String id, String type, String fields) {
    return "{'id':'%s','timestamp':'2026-05-04T08:00:01.000Z','type':'%s',%s}"
        .formatted(id, type, fields);
  }

  private static String call(String id, String status, String result) {
    return "{'id':'%s','name':'run_shell_command','args':{'command':'make'},'status':'%s','timestamp':'2026-05-04T08:00:02.000Z'%s}"
        .formatted(id, status, result);
  }

  private static String result(String output) {
    return ",'result':[{'functionResponse':{'id':'x','name':'run_shell_command','response':{'output':'%s'}}}]"
        .formatted(output);
  }

  private SessionFixture read(String name, String text) {
    return SessionFixture.read(SessionFixture.write(folder, name, text));
  }

  @Test
  void aRecordWithTheSameIdReplacesTheEarlierOne() {
    // When
    SessionFixture read =
        read(
            "tmp/h/chats/session-1.jsonl",
            HEADER
                + message("m1", "user", "'content':[{'text':'Build it'}]")
                + "\n"
                + message("m2", "gemini", "'content':'I bui'")
                + "\n"
                + message(
                    "m2",
                    "gemini",
                    "'content':'I build.','toolCalls':[%s]".formatted(call("k1", "executing", "")))
                + "\n{'$set':{'lastUpdated':'2026-05-04T08:00:03.000Z'}}\n"
                + message(
                    "m2",
                    "gemini",
                    "'content':'I build.','tokens':{'input':5,'output':3,'total':8},'toolCalls':[%s]"
                        .formatted(call("k1", "success", result("Exit Code: 2"))))
                + "\n{'$rewindTo':'m1'}\n"
                + message("m3", "info", "'content':'x'")
                + "\n");

    // Then
    assertThat(read.types())
        .containsExactly("user_message", "tool_called", "tool_returned", "response_produced");
    assertThat(read.ids()).contains("g1:m1:user", "g1:k1:called", "g1:k1:returned");
    assertThat(read.texts("text")).containsExactly("Build it", "I build.");
    assertThat(read.event("tool_returned").get("isError").asBoolean()).isTrue();
    assertThat(read.texts("tokens")).containsExactly("8");
    assertThat(read.summary().skipped("info")).isEqualTo(1);
    assertThat(read.summary().mapped("$rewindTo")).isEqualTo(1);
  }

  @Test
  void anErrorStatusIsAnError_andACancelledCallHasNoResult() {
    // When
    SessionFixture read =
        read(
            "chats/session-2.jsonl",
            HEADER
                + message(
                    "m1",
                    "gemini",
                    "'content':'','toolCalls':[%s,%s]"
                        .formatted(
                            call("k1", "error", result("no")),
                            call("k2", "cancelled", result("x"))))
                + "\n"
                + message("m2", "error", "'content':'[API Error: 429 quota]'"));

    // Then
    assertThat(read.event("tool_returned").get("callId").asText()).isEqualTo("k1");
    assertThat(read.event("tool_returned").get("isError").asBoolean()).isTrue();
    assertThat(read.event("failure_reported").get("errorType").asText()).isEqualTo("rate_limit");
  }

  @Test
  void theDocumentOfEarlierVersionsIsReadLikewise() {
    // When
    SessionFixture read =
        read(
            "chats/session-3.json",
            "{'sessionId':'g3','projectHash':'h','messages':[%s,%s,7],'summary':'x'}"
                .formatted(
                    message("m1", "user", "'content':'Go'"),
                    message(
                        "m2",
                        "gemini",
                        "'content':'Yes','toolCalls':[%s]"
                            .formatted(call("k1", "success", result("fine"))))));

    // Then
    assertThat(read.texts("taskId")).hasSize(4).containsOnly("g3");
    assertThat(read.problems()).containsExactly("3: is not a JSON object");
  }

  @Test
  void aSubagentsChatIsASubtask() {
    // When
    SessionFixture read =
        read(
            "chats/g1/a1.jsonl",
            HEADER.replace("'g1'", "'a1'").replace("'main'", "'subagent'")
                + message("m1", "user", "'content':'Look'")
                + "\n"
                + message("m2", "gemini", "'toolCalls':[%s]".formatted(call("k1", "error", ""))));

    // Then
    assertThat(read.ids()).containsExactly("g1/a1:started", "g1/a1:k1:called", "g1/a1:k1:returned");
    assertThat(read.texts("rootTaskId")).containsOnly("g1");
  }
}
