package dev.eddyline.sessions.format;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.sessions.file.SessionFiles;
import dev.eddyline.sessions.file.SessionFixture;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines of Claude Code. */
class ClaudeSessionTest {

  @TempDir private Path folder;

  private int lines;

  private String line(String type, String message, String more) {
    lines++;
    return "{'type':'%s','uuid':'u%d','parentUuid':%s,'sessionId':'s1','isSidechain':false,'timestamp':'2026-05-04T08:00:%02d.125Z','message':%s%s}\n"
        .formatted(type, lines, lines == 1 ? null : "'u" + (lines - 1) + "'", lines, message, more);
  }

  private String user(String content) {
    return line("user", "{'role':'user','content':%s}".formatted(content), "");
  }

  private String assistant(String messageId, String block) {
    return line(
        "assistant",
        "{'id':'%s','role':'assistant','model':'m','content':[%s],'usage':{'input_tokens':10,'cache_read_input_tokens':100,'output_tokens':7}}"
            .formatted(messageId, block),
        "");
  }

  private static String use(String id, String tool, String input) {
    return "{'type':'tool_use','id':'%s','name':'%s','input':%s}".formatted(id, tool, input);
  }

  private String result(String id, String content, boolean isError, String more) {
    String block =
        "{'type':'tool_result','tool_use_id':'%s','content':%s,'is_error':%s}"
            .formatted(id, content, isError);
    return line("user", "{'role':'user','content':[%s]}".formatted(block), more);
  }

  private SessionFixture read(String... text) {
    return SessionFixture.read(
        SessionFixture.write(folder, "shop/s1.jsonl", String.join("", text)));
  }

  @Test
  void aTurnIsAPromptResponsesCallsAndResults() {
    // When
    SessionFixture read =
        read(
            "{'type':'summary','summary':'Cart','leafUuid':'x'}\n",
            user("'Fix the cart'"),
            assistant("m1", "{'type':'thinking','thinking':'Hm','signature':'x'}"),
            assistant("m1", "{'type':'text','text':'I run the tests.'}"),
            assistant("m1", use("toolu_1", "Bash", "{'command':'npm test','description':'Test'}")),
            result("toolu_1", "[{'type':'text','text':'1 failed'},{'type':'image'}]", true, ""),
            "{'type':'file-history-snapshot','messageId':'x'}\n",
            "{'type':'of-a-later-version'}\n");

    // Then
    assertThat(read.types())
        .containsExactly("user_message", "response_produced", "tool_called", "tool_returned");
    assertThat(read.ids()).contains("s1:toolu_1:called", "s1:toolu_1:returned");
    assertThat(read.event("tool_called").get("loopKey").asText())
        .isEqualTo("{\"command\":\"npm test\"}");
    JsonNode returned = read.event("tool_returned");
    assertThat(returned.get("output").asText()).isEqualTo("1 failed\n[image]");
    assertThat(returned.get("isError").asBoolean()).isTrue();
    assertThat(returned.get("occurredAt").asLong())
        .isEqualTo(Instant.parse("2026-05-04T08:00:05.125Z").toEpochMilli());
    assertThat(read.texts("workflow")).containsOnly("claude-code");
    assertThat(read.texts("tokens")).as("once for the message").containsExactly("117");
    assertThat(read.summary().skipped("of-a-later-version")).isEqualTo(1);
    assertThat(read.summary().skipped("summary")).isEqualTo(1);
    assertThat(read.summary().mapped("assistant")).isEqualTo(3);
    assertThat(read.summary().unreadable()).isZero();
  }

  @Test
  void linesThatNoPersonWroteAreNoMessages() {
    // When
    SessionFixture read =
        read(
            user("'Go'"),
            line("user", "{'role':'user','content':'Caveat'}", ",'isMeta':true"),
            line("user", "{'role':'user','content':'So far'}", ",'isCompactSummary':true"),
            user("'<command-name>/clear</command-name>'"),
            user("'<local-command-stdout>x</local-command-stdout>'"),
            user("[{'type':'text','text':'[Request interrupted by user]'}]"));

    // Then
    assertThat(read.texts("text")).containsExactly("Go");
  }

  @Test
  void promptIdIsTheIdOfAMessage_asInHooks() {
    // When
    SessionFixture read = read(line("user", "{'role':'user','content':'Go'}", ",'promptId':'p1'"));

    // Then
    assertThat(read.ids()).containsExactly("s1:p1:user");
  }

  @Test
  void aCallThatAPersonStoppedHasNoResult() {
    // When
    SessionFixture read =
        read(
            user("'Go'"),
            assistant("m1", use("t1", "Edit", "{'file_path':'a'}")),
            result("t1", "'The user doesn\\u0027t want to proceed'", true, ""),
            assistant("m2", use("t2", "Bash", "{'command':'x'}")),
            result("t2", "'denied'", true, ",'toolDenialKind':'user'"));

    // Then
    assertThat(read.ids()).contains("s1:t1:called", "s1:t2:called");
    assertThat(read.types()).doesNotContain("tool_returned");
  }

  @Test
  void pollsAreNoCalls() {
    // When
    SessionFixture read =
        read(
            user("'Go'"),
            assistant("m1", use("t1", "BashOutput", "{'bash_id':'1'}")),
            result("t1", "'still running'", false, ""));

    // Then
    assertThat(read.types()).containsExactly("user_message");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "429 rate_limit_error rate_limit",
        "529 overloaded_error network",
        "401 x authentication",
        "400 invalid_request model"
      })
  void anErrorOfTheModelIsAFailure(String text) {
    // Given
    String[] words = text.split(" ");

    // When
    SessionFixture read =
        read(
            user("'Go'"),
            line(
                "assistant",
                "{'id':'m','model':'<synthetic>','content':[{'type':'text','text':'API Error: %s %s'}]}"
                    .formatted(words[0], words[1]),
                ",'isApiErrorMessage':true"));

    // Then
    assertThat(read.event("failure_reported").get("errorType").asText()).isEqualTo(words[2]);
  }

  @Test
  void aDelegationIsARequestToTheSubagent() {
    // When
    SessionFixture read =
        read(
            user("'Go'"),
            assistant("m1", use("t1", "Task", "{'subagent_type':'reviewer','prompt':'Review it'}")),
            result("t1", "[{'type':'text','text':'Looks good'}]", false, ""));

    // Then
    JsonNode requested = read.event("collaboration_requested");
    assertThat(requested.get("toAgent").asText()).isEqualTo("reviewer");
    assertThat(requested.get("eventId").asText()).isEqualTo("s1:t1:called");
    assertThat(read.event("collaboration_answered").get("response").asText())
        .isEqualTo("Looks good");
  }

  @Test
  void aSubagentsFileIsASubtaskOfTheSession() {
    // Given
    String name = "shop/s1/subagents/agent-a9.jsonl";
    SessionFixture.write(folder, name.replace(".jsonl", ".meta.json"), "{'agentType':'reviewer'}");
    String text =
        (user("'Review it'") + assistant("m1", use("t1", "Read", "{'file_path':'a'}")))
            .replace("'isSidechain':false", "'isSidechain':true,'agentId':'a9'");

    // When
    SessionFixture read = SessionFixture.read(SessionFixture.write(folder, name, text));

    // Then
    assertThat(read.ids()).containsExactly("s1/a9:started", "s1/a9:t1:called");
    assertThat(read.texts("rootTaskId")).containsExactly("s1", "s1");
    assertThat(read.texts("parentTaskId")).containsExactly("s1", "s1");
    assertThat(read.texts("sessionId")).containsExactly("s1", "s1");
    assertThat(read.texts("agentId")).containsOnly("reviewer");
  }

  @Test
  void eachSidechainOfEarlierVersionsIsASubtask() {
    // Given
    String main = user("'Go'") + assistant("m1", use("t1", "Read", "{'file_path':'a'}"));
    String sidechain =
        (user("'Review it'").replace("'u2'", "null")
                + assistant("m2", use("t2", "Read", "{'file_path':'a'}")))
            .replace("'isSidechain':false", "'isSidechain':true");

    // When
    SessionFixture read = read(main, sidechain);

    // Then
    assertThat(read.texts("taskId")).containsExactly("s1", "s1", "s1/u3", "s1/u3");
  }

  @Test
  void aLineIsReadOnce_alsoIfAnotherSessionCopiedIt() {
    // Given
    SessionFiles sessions = new SessionFiles();
    String first = user("'Go'") + assistant("m1", use("t1", "Read", "{'file_path':'a'}"));
    Path original = SessionFixture.write(folder, "a.jsonl", first + first);
    Path resumed =
        SessionFixture.write(
            folder, "b.jsonl", first.replace("'s1'", "'s2'") + result("t1", "'x'", false, ""));

    // When
    SessionFixture one = SessionFixture.read(sessions, original);
    SessionFixture two = SessionFixture.read(sessions, resumed);

    // Then
    assertThat(one.events()).hasSize(2);
    assertThat(one.summary().copies()).isEqualTo(2);
    assertThat(two.types()).isEqualTo(List.of("tool_returned"));
    assertThat(two.summary().copies()).isEqualTo(2);
  }
}
