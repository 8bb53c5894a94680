package dev.eddyline.sessions.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.sessions.file.SessionFiles;
import dev.eddyline.sessions.file.SessionFixture;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rollout lines of Codex. */
class CodexSessionTest {

  private static final String META = meta("'id':'c1','cwd':'/srv','originator':'codex'");

  @TempDir private Path folder;

  private static int seconds;

  private static String line(String type, String payload) {
    seconds = (seconds + 1) % 60;
    return "{'timestamp':'2026-05-04T08:00:%02d.000Z','type':'%s','payload':%s}\n"
        .formatted(seconds, type, payload);
  }

  private static String meta(String fields) {
    return line("session_meta", "{%s}".formatted(fields));
  }

  private static String item(String type, String fields) {
    return line("response_item", "{'type':'%s',%s}".formatted(type, fields));
  }

  private static String event(String type, String fields) {
    return line("event_msg", "{'type':'%s',%s}".formatted(type, fields));
  }

  private static String message(String role, String text) {
    String kind = role.equals("user") ? "input_text" : "output_text";
    return item(
        "message", "'role':'%s','content':[{'type':'%s','text':'%s'}]".formatted(role, kind, text));
  }

  private static String call(String id) {
    return item(
        "function_call",
        "'name':'shell','call_id':'%s','arguments':'{\\'command\\':[\\'make\\'],\\'timeout_ms\\':1000}'"
            .formatted(id));
  }

  private static String output(String id, String output) {
    return item("function_call_output", "'call_id':'%s','output':%s".formatted(id, output));
  }

  private SessionFixture read(String... lines) {
    String text = String.join("", lines);
    return SessionFixture.read(
        SessionFixture.write(folder, "sessions/2026/05/04/rollout-1.jsonl", text));
  }

  @Test
  void aMessageOfTwoRecordsIsOneEvent() {
    // When
    SessionFixture read =
        read(
            META,
            event("task_started", "'turn_id':'t1'"),
            message("user", "<environment_context>x</environment_context>"),
            message("user", "Build it"),
            event("user_message", "'message':'Build it'"),
            event("agent_message", "'message':'I build.'"),
            message("assistant", "I build."),
            message("assistant", "I build."),
            line("compacted", "{'message':'x'}"));

    // Then
    assertThat(read.types())
        .containsExactly("user_message", "response_produced", "response_produced");
    assertThat(read.ids().get(0)).as("the turn's id, as in hooks").isEqualTo("c1:t1:user");
    assertThat(read.summary().copies()).isEqualTo(2);
    assertThat(read.summary().skipped("compacted")).isEqualTo(1);
  }

  @Test
  void callAndResultHaveTheIdsOfTheCall_andTokensCountOnceForARequest() {
    // When
    SessionFixture read =
        read(
            META,
            call("call_1"),
            output("call_1", "'fine'"),
            event(
                "token_count",
                "'info':{'total_token_usage':{'total_tokens':900},'last_token_usage':{'total_tokens':40}}"),
            event(
                "token_count",
                "'info':{'total_token_usage':{'total_tokens':950},'last_token_usage':{'total_tokens':50}}"),
            message("assistant", "Done"));

    // Then
    assertThat(read.ids().subList(0, 2)).containsExactly("c1:call_1:called", "c1:call_1:returned");
    assertThat(read.events().get(0).get("loopKey").asText()).isEqualTo("{\"command\":[\"make\"]}");
    assertThat(read.texts("tokens")).containsExactly("90");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'Exit code: 2\\nOutput:\\nno rule' | true",
        "'Exit code: 0\\nfine' | false",
        "'{\\'output\\':\\'no\\',\\'metadata\\':{\\'exit_code\\':1}}' | true",
        "'{\\'output\\':\\'ok\\',\\'metadata\\':{\\'exit_code\\':0}}' | false",
        "{'content':'no','success':false} | true"
      })
  void failuresAreInTheOutput(String output, boolean isError) {
    // When
    SessionFixture read = read(META, call("call_1"), output("call_1", output));

    // Then
    assertThat(read.event("tool_returned").path("isError").asBoolean()).isEqualTo(isError);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "exec_command_end | 'call_id':'call_1','exit_code':1 | true",
        "exec_command_end | 'call_id':'call_1','exit_code':0 | false",
        "mcp_tool_call_end | 'call_id':'call_1','result':{'Err':'x'} | true",
        "patch_apply_end | 'call_id':'call_1','success':false | true"
      })
  void anEventOfTheInterfaceDecidesWhetherACallFailed(String type, String fields, boolean isError) {
    // When
    SessionFixture read =
        read(META, call("call_1"), event(type, fields), output("call_1", "'Exit code: 0\\nx'"));

    // Then
    assertThat(read.event("tool_returned").path("isError").asBoolean()).isEqualTo(isError);
  }

  @Test
  void customAndLocalShellCallsAreCalls() {
    // When
    SessionFixture read =
        read(
            META,
            item("custom_tool_call", "'name':'apply_patch','call_id':'c','input':'*** Begin'"),
            item("custom_tool_call_output", "'call_id':'c','output':'Success'"),
            item(
                "local_shell_call",
                "'call_id':'l','status':'completed','action':{'type':'exec','command':['ls']}"));

    // Then
    assertThat(read.ids()).containsExactly("c1:c:called", "c1:c:returned", "c1:l:called");
    assertThat(read.events().get(0).get("arguments").asText()).isEqualTo("*** Begin");
  }

  @Test
  void aSubagentsRolloutIsASubtask() {
    // When
    SessionFixture read =
        read(
            meta(
                "'id':'c2','source':{'subagent':{'thread_spawn':{'parent_thread_id':'c1','agent_role':'explorer'}}}"),
            message("user", "Look"),
            call("call_1"));

    // Then
    assertThat(read.ids()).containsExactly("c1/c2:started", "c1/c2:call_1:called");
    assertThat(read.texts("rootTaskId")).containsOnly("c1");
    assertThat(read.texts("agentId")).containsOnly("explorer");
  }

  @Test
  void aForkReadsTheCallsOfItsParentOnce() {
    // Given
    SessionFiles sessions = new SessionFiles();
    Path parent =
        SessionFixture.write(folder, "a.jsonl", META + call("call_1") + output("call_1", "'x'"));
    Path fork =
        SessionFixture.write(
            folder,
            "b.jsonl",
            meta("'id':'c3','forked_from_id':'c1'")
                + META
                + call("call_1")
                + output("call_1", "'x'")
                + call("call_2"));

    // When
    SessionFixture.read(sessions, parent);
    SessionFixture read = SessionFixture.read(sessions, fork);

    // Then
    assertThat(read.ids()).containsExactly("c3:call_2:called");
    assertThat(read.summary().copies()).isEqualTo(3);
  }

  @Test
  void repeatedMessagesOfALongSessionAreNoCopies() {
    // Given
    String repeated = message("assistant", "Running the tests again.").repeat(40);
    StringBuilder others = new StringBuilder();
    for (int step = 0; step < 2_500; step++) {
      others.append(message("assistant", "Step " + step));
    }

    // When
    SessionFixture read = read(META, repeated, others.toString(), repeated);

    // Then
    assertThat(read.events()).hasSize(40 + 2_500 + 40);
    assertThat(read.summary().copies()).isZero();
  }

  /** Reads rollouts one after another; the texts of their prompts. */
  private List<List<String>> prompts(String... rollouts) {
    SessionFiles sessions = new SessionFiles();
    return Stream.of(rollouts)
        .map(text -> SessionFixture.write(folder, "rollout.jsonl", text))
        .map(file -> SessionFixture.read(sessions, file).texts("text"))
        .toList();
  }

  private static String fork(String id) {
    return meta("'id':'%s','forked_from_id':'c1'".formatted(id)) + META;
  }

  @Test
  void theSamePromptInTwoForksIsTwoPrompts() {
    // Given
    String copied = message("user", "build") + message("user", "try again");
    String own = message("user", "try again") + message("user", "build");

    // When
    List<List<String>> prompts =
        prompts(META + copied, fork("c2") + copied + own, fork("c3") + copied + own);

    // Then
    assertThat(prompts)
        .containsExactly(
            List.of("build", "try again"),
            List.of("try again", "build"),
            List.of("try again", "build"));
  }

  @Test
  void aTurnOfItsOwnEndsWhatAForkCopied() {
    // Given
    String copied = turn("t1") + message("user", "build");

    // When
    List<List<String>> prompts =
        prompts(
            META + copied + turn("t2") + message("user", "try again"),
            fork("c2") + copied + turn("t3") + message("user", "try again"));

    // Then
    assertThat(prompts).containsExactly(List.of("build", "try again"), List.of("try again"));
  }

  private static String turn(String id) {
    return line("turn_context", "{'turn_id':'%s'}".formatted(id));
  }

  @Test
  void aForkOfAForkReadsTheRecordsOfBothOnce() {
    // Given
    String first = message("user", "build");
    String second = message("user", "test");

    // When
    List<List<String>> prompts =
        prompts(
            META + first,
            fork("c2") + first + second,
            meta("'id':'c3'") + fork("c2") + first + second + message("user", "ship"));

    // Then
    assertThat(prompts).containsExactly(List.of("build"), List.of("test"), List.of("ship"));
  }

  @Test
  void aSpawnedAgentIsADelegation_andAnErrorAFailure() {
    // When
    SessionFixture read =
        read(
            META,
            item(
                "function_call",
                "'name':'spawn_agent','call_id':'s','arguments':'{\\'agent_type\\':\\'explorer\\',\\'message\\':\\'Look\\'}'"),
            event("error", "'message':'stream disconnected'"));

    // Then
    assertThat(read.event("collaboration_requested").get("toAgent").asText()).isEqualTo("explorer");
    assertThat(read.event("failure_reported").get("errorType").asText()).isEqualTo("network");
  }
}
