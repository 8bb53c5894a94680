package dev.eddyline.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.sessions.file.SessionFixture;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
    "claude,    shop/s/subagents/agent-a1.jsonl,      shop,     s",
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

  private static String claudeCalls(String more, int second) {
    String line =
        "{'type':'%s','uuid':'%s%d','sessionId':'s','timestamp':'2026-05-04T08:00:%02dZ'%s,'message':{'content':[%s]}}\n";
    StringBuilder text = new StringBuilder();
    for (int i = second; i < second + 4; i++) {
      String call = "{'type':'tool_use','id':'t%d','name':'Bash','input':{'command':'make'}}";
      String result =
          "{'type':'tool_result','tool_use_id':'t%d','content':'TypeError: x','is_error':true}";
      text.append(line.formatted("assistant", "a", i, i, more, call.formatted(i)));
      text.append(line.formatted("user", "r", i, i, more, result.formatted(i)));
    }
    return text.toString();
  }

  private List<LabelledRun> sessionWithSubagent(String label) throws IOException {
    SessionFixture.write(
        folder,
        "shop/s.jsonl",
        CLAUDE + "\n" + CLAUDE.replace("08:00:00", "09:00:00").replace("Go", "Stop") + "\n");
    SessionFixture.write(
        folder,
        "shop/s/subagents/agent-a1.jsonl",
        claudeCalls(",'isSidechain':true,'agentId':'a1'", 10));
    Path labels = SessionFixture.write(folder.resolve("labels"), "labels.jsonl", label);
    return RunReader.read(
        List.of(folder.resolve("shop").toString()),
        Labels.read(List.of(labels.toString()), problems),
        problems);
  }

  @Test
  void sessionAndItsSubagentAreOneRun_whoseLoopIsThatOfTheSubagent() throws IOException {
    // When
    List<LabelledRun> runs = sessionWithSubagent("{'trace':'shop/s','loop':true}");

    // Then
    assertThat(runs).extracting(LabelledRun::name).containsExactly("s");
    assertThat(runs.get(0).events())
        .extracting(RecordedEvent::place)
        .startsWith("1", "agent-a1:1", "agent-a1:2")
        .endsWith("agent-a1:8", "2");
    assertThat(new PolicyJudge("default", false, problems).judge(runs.get(0)).isFound()).isTrue();
  }

  @Test
  void linesOfALabelAreThoseOfTheSessionsOwnFile() throws IOException {
    // When
    List<LabelledRun> runs =
        sessionWithSubagent("{'trace':'s','loop':true,'onset_line':1,'end_line':2}");

    // Then
    assertThat(problems.count()).as(printed.toString()).isZero();
    assertThat(runs.get(0).label().spans()).containsExactly(new LoopSpan(0, 9));
  }

  @Test
  void linesThatASessionCopiedAreInOneRunOnly_andFoldersAreApart() throws IOException {
    // Given
    SessionFixture.write(folder, "a/s.jsonl", claudeCalls("", 1));
    SessionFixture.write(
        folder, "a/t.jsonl", claudeCalls("", 1) + claudeCalls("", 5).replace("'s'", "'t'"));
    SessionFixture.write(folder, "b/s.jsonl", claudeCalls("", 1));

    // When
    List<LabelledRun> runs = readRuns();

    // Then
    assertThat(runs)
        .extracting(run -> run.set() + "/" + run.name() + " " + run.events().size())
        .containsExactly("a/s 8", "a/t 8", "b/s 8");
  }

  @Test
  void sessionsOfAFolderBelongTogether_whateverTheOrderOfTheFiles() throws IOException {
    // Given
    String ofSubagent = claudeCalls(",'isSidechain':true,'agentId':'a1'", 10);
    List<String> files =
        Stream.of(
                SessionFixture.write(folder, "a/s.jsonl", claudeCalls("", 1)),
                SessionFixture.write(folder, "b/s.jsonl", claudeCalls("", 1)),
                SessionFixture.write(folder, "a/s/subagents/agent-a1.jsonl", ofSubagent),
                SessionFixture.write(folder, "b/s/subagents/agent-a1.jsonl", ofSubagent))
            .map(Path::toString)
            .toList();

    // When
    List<LabelledRun> runs = RunReader.read(files, Labels.read(List.of(), problems), problems);

    // Then
    assertThat(runs)
        .extracting(run -> run.set() + "/" + run.name() + " " + run.events().size())
        .containsExactly("a/s 16", "b/s 16");
  }

  @ParameterizedTest
  @ValueSource(strings = {"r", "t"})
  void forkLeavesTheRunOfItsOriginalAsItIs_whateverItsName(String fork) throws IOException {
    // Given
    SessionFixture.write(folder, "a/s.jsonl", claudeCalls("", 1));
    SessionFixture.write(
        folder,
        "a/" + fork + ".jsonl",
        "{'type':'summary','summary':'Go','leafUuid':'a1'}\n"
            + claudeCalls("", 1)
            + claudeCalls("", 5).replace("'s'", "'" + fork + "'"));

    // When
    List<LabelledRun> runs = readRuns();

    // Then
    assertThat(runs)
        .extracting(run -> run.set() + "/" + run.name() + " " + run.events().size())
        .containsExactly("a/s 8", "a/" + fork + " 8");
    assertThat(runs.get(0).events())
        .extracting(RecordedEvent::place)
        .containsExactly("1", "2", "3", "4", "5", "6", "7", "8");
  }
}
