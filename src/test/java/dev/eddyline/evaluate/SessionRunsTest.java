package dev.eddyline.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.sessions.SessionFixture;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs that are sessions of coding agents. */
class SessionRunsTest {

  private static final String CLAUDE =
      "{'type':'user','sessionId':'s','timestamp':'2026-05-04T08:00:00Z','message':{'content':'Go'}}";
  private static final String CODEX =
      "{'timestamp':'2026-05-04T08:00:00Z','type':'session_meta','payload':{'id':'s'}}\n"
          + "{'timestamp':'2026-05-04T08:00:00Z','type':'event_msg','payload':{'type':'user_message','message':'Go'}}";
  private static final String GEMINI =
      "{'sessionId':'s','projectHash':'h'}\n"
          + "{'id':'m','timestamp':'2026-05-04T08:00:00Z','type':'user','content':'Go'}";
  private static final String MINI = "{'messages':[{'role':'user','content':'Go'}]}";
  private static final String OPENHANDS =
      "{'kind':'MessageEvent','source':'user','timestamp':'2026-05-04T08:00:00','llm_message':{'role':'user','content':[{'type':'text','text':'Go'}]}}";

  @TempDir private Path folder;
  private final StringWriter printed = new StringWriter();
  private final InputProblems problems = new InputProblems(new PrintWriter(printed, true));

  private List<LabelledRun> readRuns() throws IOException {
    return RunReader.read(List.of(folder.toString()), Labels.read(List.of(), problems), problems);
  }

  private static String content(String format) {
    return switch (format) {
      case "codex" -> CODEX;
      case "gemini" -> GEMINI;
      case "mini" -> MINI;
      case "openhands" -> OPENHANDS;
      default -> CLAUDE;
    };
  }

  @ParameterizedTest
  @CsvSource({
    "claude,    shop/s.jsonl,                         shop,     s",
    "claude,    shop/s/subagents/agent-a1.jsonl,      shop,     agent-a1",
    "codex,     codex/2026/05/04/rollout-s.jsonl,     codex,    rollout-s",
    "gemini,    shop/chats/session-1.jsonl,           shop,     session-1",
    "mini,      june/one/one.traj.json,               june,     one",
    "openhands, work/c1/events/event-00000-x.json,    work,     c1",
  })
  void setOfASessionIsItsProject(String format, String file, String set, String name)
      throws IOException {
    // Given
    SessionFixture.write(folder, file, content(format));

    // When
    List<LabelledRun> runs = readRuns();

    // Then
    assertThat(runs).as(printed.toString()).extracting(LabelledRun::set).containsExactly(set);
    assertThat(runs).extracting(LabelledRun::name).containsExactly(name);
  }
}
