package dev.eddyline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.app.Application;
import dev.eddyline.app.EventFeed;
import dev.eddyline.app.JsonEvents;
import dev.eddyline.app.TestCluster;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.topics.TopicCatalogue;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** {@code eddyline reset} with a real broker. */
class ResetIT {

  private final TestCluster cluster = TestCluster.shared();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int reset(String prefix, Settings settings, String... args) {
    Stream<String> place =
        Stream.of(
                Map.entry("topic.prefix", prefix),
                Map.entry("application.id", settings.get(Setting.APPLICATION_ID)),
                Map.entry("state.dir", settings.get(Setting.STATE_DIR)))
            .flatMap(entry -> Stream.of("--set", entry.getKey() + "=" + entry.getValue()));
    CommandLine commandLine = Eddyline.commandLine();
    commandLine.setOut(new PrintWriter(out, true));
    commandLine.setErr(new PrintWriter(err, true));
    return commandLine.execute(
        Stream.of(Stream.of("reset", "--bootstrap", cluster.bootstrap()), place, Stream.of(args))
            .flatMap(part -> part)
            .toArray(String[]::new));
  }

  private Set<String> changelogs(String group) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrap()))) {
      return admin.listTopics().names().get().stream()
          .filter(topic -> topic.startsWith(group + "-eddyline-"))
          .collect(Collectors.toSet());
    }
  }

  @Test
  void runningApplicationIsNotReset_stoppedOneLosesItsStateAndRereadsInputs() throws Exception {
    // Given
    String prefix = "reset-";
    TopicCatalogue topics = cluster.createTopics(prefix, 2);
    Settings settings = cluster.settings(prefix, Map.of());
    String group = settings.get(Setting.APPLICATION_ID);
    Path state = Path.of(settings.get(Setting.STATE_DIR), group);
    try (EventFeed feed = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics)) {
      List<String> before;
      try (Application running = Application.start(settings)) {
        for (int failure = 1; failure <= 3; failure++) {
          feed.send(JsonEvents.failure("T1", "TypeError: x is undefined"));
        }
        await().until(() -> feed.verdictsOf("T1").size() == 2);
        before = ids(feed);
        assertThat(reset(prefix, settings, "--yes")).isEqualTo(ExitCode.CLUSTER);
        assertThat(err.toString()).contains("stop all instances first");
        assertThat(running.failed()).isFalse();
      }
      Set<String> changelogs = changelogs(group);
      assertThat(changelogs).isNotEmpty();

      // When
      assertThat(reset(prefix, settings, "--dry-run")).isEqualTo(ExitCode.OK);

      // Then
      assertThat(changelogs(group)).isEqualTo(changelogs);
      assertThat(state).exists();
      assertThat(out.toString())
          .contains("delete    folder " + state.toAbsolutePath())
          .contains(changelogs.stream().map(topic -> "delete    topic " + topic).toList());

      // When
      assertThat(reset(prefix, settings, "--yes")).isEqualTo(ExitCode.OK);

      // Then
      assertThat(changelogs(group)).isEmpty();
      assertThat(state).doesNotExist();
      try (Application again = Application.start(settings)) {
        await().until(() -> feed.verdictsOf("T1").size() == 4);
        assertThat(again.failed()).isFalse();
      }
      assertThat(ids(feed).subList(2, 4)).isEqualTo(before);
    }
  }

  private static List<String> ids(EventFeed feed) {
    return feed.verdictsOf("T1").stream().map(LoopVerdict::getVerdictId).toList();
  }

  @Test
  void resetNeedsConfirmation_andANewApplicationNeedsNoReset() {
    // Given
    String prefix = "unstarted-";
    cluster.createTopics(prefix, 1);
    Settings settings = cluster.settings(prefix, Map.of());

    // When
    int code = reset(prefix, settings, "--yes");

    // Then
    assertThat(code).isEqualTo(ExitCode.OK);
    assertThat(out.toString()).contains("was never started");
    assertThat(reset(prefix, settings)).isEqualTo(ExitCode.USAGE);
  }
}
