package dev.eddyline.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.cli.CommandRun;
import dev.eddyline.cli.ExitCode;
import dev.eddyline.embedded.InProcessEngine;
import dev.eddyline.sessions.file.SessionFixture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Session files of agents that call the same failing command five times, in a replay. */
class SessionReplayTest {

  private static final int CALLS = 5;
  private static final String TIME = "2026-05-04T08:00:0%d.%d00Z";
  private static final String OUTPUT = "TypeError: total is undefined";

  @TempDir private Path folder;

  private String claude(int i) {
    return """
    {'type':'assistant','uuid':'a%1$d','sessionId':'s','timestamp':'%2$s','message':{'id':'m%1$d','content':[{'type':'tool_use','id':'t%1$d','name':'Bash','input':{'command':'make','description':'%1$d'}}]}}
    {'type':'user','uuid':'r%1$d','sessionId':'s','timestamp':'%3$s','message':{'content':[{'type':'tool_result','tool_use_id':'t%1$d','content':'%4$s','is_error':true}]}}
    """
        .formatted(i, TIME.formatted(i, 0), TIME.formatted(i, 5), OUTPUT);
  }

  private String codex(int i) {
    return """
    {'timestamp':'%2$s','type':'response_item','payload':{'type':'function_call','name':'shell','call_id':'t%1$d','arguments':'{\\'command\\':\\'make\\'}'}}
    {'timestamp':'%3$s','type':'response_item','payload':{'type':'function_call_output','call_id':'t%1$d','output':'Exit code: 1\\n%4$s'}}
    """
        .formatted(i, TIME.formatted(i, 0), TIME.formatted(i, 5), OUTPUT);
  }

  private String gemini(int i) {
    return """
    {'id':'m%1$d','timestamp':'%2$s','type':'gemini','content':'','toolCalls':[{'id':'t%1$d','name':'run_shell_command','args':{'command':'make'},'status':'error','result':[{'functionResponse':{'response':{'error':'%3$s'}}}]}]}
    """
        .formatted(i, TIME.formatted(i, 0), OUTPUT);
  }

  private Path openHands() {
    for (int i = 0; i < CALLS; i++) {
      String fields =
          "{'timestamp':'2026-05-04T08:00:0%d.%d00','kind':'%s','tool_call_id':'t%d',%s}";
      SessionFixture.write(
          folder,
          "c/events/event-%05d-x.json".formatted(2 * i),
          fields.formatted(
              i,
              0,
              "ActionEvent",
              i,
              "'tool_name':'terminal','tool_call':{'arguments':'{\\'command\\':\\'make\\'}'}"));
      SessionFixture.write(
          folder,
          "c/events/event-%05d-x.json".formatted(2 * i + 1),
          fields.formatted(
              i,
              5,
              "ObservationEvent",
              i,
              "'observation':{'content':'%s','exit_code':1}".formatted(OUTPUT)));
    }
    return folder.resolve("c/events");
  }

  private Path openCode() {
    for (int i = 0; i < CALLS; i++) {
      long at = 1_777_881_600_000L + i * 1_000;
      SessionFixture.write(
          folder,
          "storage/message/ses_1/msg_%d.json".formatted(i),
          "{'role':'assistant','time':{'created':%d}}".formatted(at));
      SessionFixture.write(
          folder,
          "storage/part/msg_%d/prt_1.json".formatted(i),
          "{'type':'tool','callID':'t%d','tool':'bash','state':{'status':'error','input':{'command':'make'},'error':'%s','time':{'start':%d,'end':%d}}}"
              .formatted(i, OUTPUT, at, at + 500));
    }
    return SessionFixture.write(folder, "storage/session/p/ses_1.json", "{'id':'ses_1'}");
  }

  private Path session(String format) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < CALLS; i++) {
      text.append(
          switch (format) {
            case "claude-code" -> claude(i);
            case "codex" -> codex(i);
            case "gemini-cli" -> gemini(i);
            case "swe-agent" ->
                (i == 0 ? "" : ",")
                    + "{'action':'make','observation':'exit code: 1\\n%s'}".formatted(OUTPUT);
            case "mini-swe-agent" ->
                ",{'role':'assistant','content':'```bash\\nmake\\n```','extra':{'cost':1}},{'role':'user','content':'<returncode>1</returncode>%s'}"
                    .formatted(OUTPUT);
            default -> "";
          });
    }
    return switch (format) {
      case "openhands" -> openHands();
      case "opencode" -> openCode();
      case "codex" ->
          write(
              "rollout.jsonl",
              "{'timestamp':'%s','type':'session_meta','payload':{'id':'s'}}\n"
                      .formatted(TIME.formatted(0, 0))
                  + text);
      case "gemini-cli" -> write("session.jsonl", "{'sessionId':'s','projectHash':'h'}\n" + text);
      case "swe-agent" -> write("a.traj", "{'trajectory':[" + text + "]}");
      case "mini-swe-agent" ->
          write("a.traj.json", "{'messages':[{'role':'user','content':'Go'}" + text + "]}");
      default -> write("s.jsonl", text.toString());
    };
  }

  private Path write(String name, String text) {
    return SessionFixture.write(folder, name, text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "claude-code",
        "codex",
        "gemini-cli",
        "openhands",
        "opencode",
        "swe-agent",
        "mini-swe-agent"
      })
  void equalFailingCallsAreALoop_asAFileAndInAFolder(String format) {
    // Given
    Path file = session(format);

    // When
    ReplayRun single = ReplayRun.of(file);
    ReplayRun all = ReplayRun.of(InProcessEngine.NO_CLAMP, inputs(List.of(folder.toString())));

    // Then
    assertThat(single.lines("gate"))
        .anySatisfy(gate -> assertThat(gate.get("state").asText()).isEqualTo("opened"));
    assertThat(single.lines("verdict"))
        .extracting(it -> it.get("loopType").asText())
        .contains("identical_failure");
    assertThat(single.problems()).isEmpty();
    assertThat(all.out()).isEqualTo(single.out());
    assertThat(single.summary().toString()).contains("\n" + format + ": sessions 1, events ");
  }

  private static List<String> inputs(List<String> names) {
    try {
      return InputFiles.expand(names);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aRecordThatCannotBeReadIsReportedWithItsLine_andGivesExitCode3() throws IOException {
    // Given
    Path file = session("claude-code");
    Files.writeString(
        file, "{\"type\":\"user\",\"message\":\"secret\"}\n", StandardOpenOption.APPEND);

    // When
    ReplayRun run = ReplayRun.of(file);
    CommandRun evaluate = CommandRun.of(List.of(), "evaluate", "--events", file.toString());

    // Then
    assertThat(run.problems())
        .isEqualToNormalizingNewlines(
            "line 11 (%s:11): message must be an object, was string\n".formatted(file));
    assertThat(run.summary().rejectedCount()).isEqualTo(1);
    assertThat(evaluate.code()).isEqualTo(ExitCode.PARTLY_READ);
    assertThat(evaluate.err())
        .contains(file + ":11: message must be an object", "eddyline: claude-code: sessions 1")
        .doesNotContain("secret");
  }

  @Test
  void summaryNamesTheFileAndTheLineOfALoop() {
    // Given
    Path file = session("claude-code");

    // When
    ReplayRun run = ReplayRun.of(file);

    // Then
    assertThat(run.summary().toString().lines())
        .endsWith(
            "loops: 1, tasks with loops: 1; costly ones first",
            "  s, 2026-05-04T08:00:04.500Z: identical_failure, 5 attempts, 4 s, in %s:10: %s"
                .formatted(file, OUTPUT));
  }

  @Test
  void summaryInventsNoTimeForASessionWithoutTimes() {
    // Given
    Path file = session("swe-agent");

    // When
    ReplayRun run = ReplayRun.of(file);

    // Then
    assertThat(run.summary().toString().lines())
        .endsWith(
            "loops: 1, tasks with loops: 1; costly ones first",
            "  %s/a, -: identical_failure, 5 attempts, in %s:5: exit code: 1 %s"
                .formatted(folder.getFileName(), file, OUTPUT));
  }

  @Test
  void summarySaysThatTokensIncludeCachedOnes() throws IOException {
    // Given
    Path file = session("claude-code");
    String usage =
        "\"usage\":{\"input_tokens\":1,\"cache_read_input_tokens\":99},\"content\":[{\"type\":\"tool_use\"";
    Files.writeString(
        file, Files.readString(file).replace("\"content\":[{\"type\":\"tool_use\"", usage));

    // When
    ReplayRun run = ReplayRun.of(file);

    // Then
    assertThat(run.summary().toString())
        .contains("; costly ones first; tokens include those read from a cache\n")
        .contains(", 4 s, 400 tokens, in ");
  }

  @Test
  void summaryListsATaskOfASessionOnce() {
    // Given
    String call =
        ",{'role':'assistant','content':'Run it\\n```bash\\nmake\\n```','extra':{'cost':1}},{'role':'user','content':'<returncode>1</returncode>%s'}"
            .formatted(OUTPUT);
    Path file =
        write(
            "one.traj.json",
            "{'messages':[{'role':'user','content':'Go'}%s]}".formatted(call.repeat(6)));

    // When
    ReplayRun run = ReplayRun.of(file);

    // Then
    assertThat(run.summary().toString().lines())
        .containsSubsequence("loops: 2, tasks with loops: 1; costly ones first")
        .filteredOn(line -> line.contains("/one, "))
        .singleElement()
        .asString()
        .contains(": repeated_message, 6 attempts, 6.00 USD, in ", "; also 1 identical_failure: ");
  }

  @Test
  void labelsOfARunFitASession() {
    // Given
    Path file = session("claude-code");
    Path labels =
        write("labels.jsonl", "{'trace':'%s/s','loop':true}\n".formatted(folder.getFileName()));

    // When
    CommandRun run =
        CommandRun.of(
            List.of(),
            "evaluate",
            "--events",
            file.toString(),
            "--labels",
            labels.toString(),
            "--format",
            "json");

    // Then
    assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.OK);
    assertThat(run.out()).contains("\"found\"");
  }
}
