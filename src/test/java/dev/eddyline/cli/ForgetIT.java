package dev.eddyline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.app.Application;
import dev.eddyline.app.Events;
import dev.eddyline.app.Feed;
import dev.eddyline.app.LeaderAnswer;
import dev.eddyline.app.TaskLookup;
import dev.eddyline.app.TestCluster;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.policy.Policies;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.verify.Recomputation;
import dev.eddyline.verify.Taken;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** {@code eddyline forget} with a real broker and a running processor. */
class ForgetIT {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int PARTITIONS = 3;
  private static final String PREFIX = "forget-";

  private final TestCluster cluster = TestCluster.shared();
  private final StringWriter out = new StringWriter();

  private int forget(Settings settings, String... args) {
    CommandLine commandLine = Eddyline.commandLine();
    commandLine.setOut(new PrintWriter(out, true));
    return commandLine.execute(
        Stream.concat(
                Stream.of(
                    "forget",
                    "--bootstrap",
                    cluster.bootstrap(),
                    "--registry",
                    cluster.registryUrl(),
                    "--set",
                    "topic.prefix=" + PREFIX,
                    "--set",
                    "application.id=" + settings.get(Setting.APPLICATION_ID)),
                Stream.of(args))
            .toArray(String[]::new));
  }

  @Test
  void aTaskIsUnknownAfterwards_itsGateIsClosed_andAllIsStillExplainedByTheInputs()
      throws Exception {
    // Given
    TopicCatalogue topics = cluster.createTopics(PREFIX, PARTITIONS);
    Settings settings = cluster.settings(PREFIX, Map.of());
    try (Application running = Application.start(settings);
        Feed feed = new Feed(cluster.bootstrap(), cluster.registryUrl(), topics);
        Taken taken =
            new Taken(
                cluster.bootstrap(), settings.get(Setting.APPLICATION_ID), feed.committed())) {
      feed.send(
          Events.json(
              """
              {"taskId":"T.1","rootTaskId":"T","type":"task_started","goal":"x"}"""));
      for (int failure = 1; failure <= 3; failure++) {
        feed.send(Events.failure("T", "TypeError: x is undefined"));
      }
      await().atMost(LIMIT).until(() -> feed.gatesOf("T").size() == 1);
      assertThat(forget(settings, "T", "--dry-run")).isEqualTo(ExitCode.OK);
      assertThat(feed.gatesOf("T")).hasSize(1);

      // When
      int code = forget(settings, "T");

      // Then
      assertThat(code).isEqualTo(ExitCode.OK);
      assertThat(out.toString())
          .contains("would be erased  what all 3 partitions keep", "\nerased  what all 3")
          .contains("kept    forget-agent-events: 7 days", "kept    forget-loop-verdicts: 30 days");
      await().atMost(LIMIT).until(() -> feed.gatesOf("T").size() == 2);
      assertThat(feed.gatesOf("T"))
          .extracting(GateTrigger::getState)
          .containsExactly(GateState.OPENED, GateState.CLOSED);
      assertThat(running.tasks().of("T"))
          .isEqualTo(new TaskLookup.Answer.NotHere(new LeaderAnswer.Unknown("T")));
      feed.send(Events.failure("T", "TypeError: x is undefined"));
      await().atMost(LIMIT).until(taken::all);
      assertThat(feed.verdictsOf("T")).hasSize(2);
      assertThat(
              Recomputation.discrepancies(
                  feed.committed().read(PARTITIONS), Policies.always(Policies.preset("default"))))
          .isEmpty();
    }
  }
}
