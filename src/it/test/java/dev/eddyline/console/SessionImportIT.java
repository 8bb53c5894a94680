package dev.eddyline.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.app.TestCluster;
import dev.eddyline.cli.CommandRun;
import dev.eddyline.cli.ExitCode;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.sessions.file.SessionFixture;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Session files imported over HTTP and to Kafka, with a running processor and a real broker. */
class SessionImportIT {

  private static final String PREFIX = "import-";
  private static final int CALLS = 5;

  @RegisterExtension static final ConsoleExtension CONSOLE = new ConsoleExtension(PREFIX, Map.of());

  @TempDir private Path folder;

  /** A session of Claude Code with equal failing calls, a year old. */
  private Path session(String id) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < CALLS; i++) {
      text.append(
          """
          {'type':'assistant','uuid':'%1$s-a%2$d','sessionId':'%1$s','timestamp':'2025-05-04T08:00:0%2$d.000Z','message':{'id':'m%2$d','content':[{'type':'tool_use','id':'t%2$d','name':'Bash','input':{'command':'make'}}]}}
          {'type':'user','uuid':'%1$s-r%2$d','sessionId':'%1$s','timestamp':'2025-05-04T08:00:0%2$d.500Z','message':{'content':[{'type':'tool_result','tool_use_id':'t%2$d','content':'TypeError: total is undefined','is_error':true}]}}
          """
              .formatted(id, i));
    }
    return SessionFixture.write(folder, id + ".jsonl", text.toString());
  }

  private static List<String> verdicts(String task) {
    return CONSOLE.feed().verdictsOf(task).stream()
        .map(LoopVerdict::getLoopType)
        .map(String::valueOf)
        .toList();
  }

  private static void assertImported(CommandRun run) {
    assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.OK);
    assertThat(run.err()).contains("events accepted: 10, rejected: 0");
  }

  @Test
  void aSessionImportedOverHttpGivesVerdicts_andASecondImportChangesNothing() {
    // Given
    Path file = session("over-http");
    List<String> to = List.of("--to", "http://" + CONSOLE.served().address());

    // When
    assertImported(CommandRun.of(to, "import", file.toString()));
    await().until(() -> verdicts("over-http").size() >= CALLS - 1);
    List<String> first = verdicts("over-http");
    assertImported(CommandRun.of(to, "import", file.toString()));
    assertImported(CommandRun.of(to, "import", session("after-it").toString()));
    await().until(() -> verdicts("after-it").size() >= CALLS - 1);

    // Then
    assertThat(first).containsOnly("IDENTICAL_FAILURE");
    assertThat(verdicts("over-http")).isEqualTo(first);
  }

  @Test
  void aSessionImportedToKafkaGivesVerdicts() {
    // Given
    TestCluster cluster = TestCluster.shared();
    List<String> to =
        List.of(
            "--bootstrap",
            cluster.bootstrap(),
            "--registry",
            cluster.registryUrl(),
            "--set",
            "topic.prefix=" + PREFIX);

    // When
    assertImported(CommandRun.of(to, "import", session("to-kafka").toString()));

    // Then
    await().until(() -> verdicts("to-kafka").size() >= CALLS - 1);
    assertThat(verdicts("to-kafka")).containsOnly("IDENTICAL_FAILURE");
  }
}
