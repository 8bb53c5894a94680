package dev.eddyline.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.TestTags;
import dev.eddyline.app.EventFeed;
import dev.eddyline.app.TestCluster;
import dev.eddyline.registry.AvroDeserializer;
import dev.eddyline.schema.LoopPolicy;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code eddyline policy put} with a real broker and a real registry. */
@Tag(TestTags.SERVERS)
class PolicyPutIT {

  private static final String PREFIX = "put-";
  private static final String NOTHING =
      "%s: has no policy on absent-loop-policies, nothing was deleted%s";

  private final TestCluster cluster = TestCluster.shared();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path folder;

  private int put(String... args) {
    return putTo(PREFIX, cluster.registryUrl(), args);
  }

  private int putTo(String prefix, String registry, String... args) {
    List<String> all = new ArrayList<>(List.of("policy", "put"));
    all.addAll(List.of(args));
    all.addAll(
        List.of(
            "--bootstrap",
            cluster.bootstrap(),
            "--registry",
            registry,
            "--set",
            "topic.prefix=" + prefix));
    CommandLine commandLine = Eddyline.commandLine();
    commandLine.setOut(new PrintWriter(out, true));
    commandLine.setErr(new PrintWriter(err, true));
    return commandLine.execute(all.toArray(String[]::new));
  }

  @Test
  void policyIsPublishedAndDeleted_andAMissingTopicIsAnError() throws Exception {
    // Given
    String yaml = "name: mine\nidentical_failure: {enabled: true}\n";
    String file = Files.writeString(folder.resolve("mine.yaml"), yaml).toString();
    assertThat(put("build", file)).isEqualTo(ExitCode.CLUSTER);
    assertThat(err.toString()).contains("put-loop-policies: is missing", "topics --create");
    TopicCatalogue topics = cluster.createTopics(PREFIX, 1);

    // When
    assertThat(put("build", file, "--note", "too many loops")).isEqualTo(ExitCode.OK);
    assertThat(put("build", "--delete")).isEqualTo(ExitCode.OK);

    // Then
    try (EventFeed feed = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics)) {
      List<ConsumerRecord<byte[], byte[]>> records = feed.records(TopicRole.LOOP_POLICIES);
      assertThat(records)
          .extracting(record -> new String(record.key(), UTF_8))
          .containsExactly("build", "build");
      var values = new AvroDeserializer<>(LoopPolicy.class, feed.registry());
      assertThat(values.deserialize("put-loop-policies", records.get(0).value()))
          .isEqualTo(new LoopPolicy(yaml, System.getProperty("user.name"), "too many loops"));
      assertThat(records.get(1).value()).isNull();
    }
  }

  @Test
  void unavailableRegistryGivesExitCode4() throws Exception {
    // Given
    String file = Files.writeString(folder.resolve("mine.yaml"), "name: mine\n").toString();
    TopicCatalogue topics = cluster.createTopics("unregistered-", 1);

    // When
    int code = putTo("unregistered-", "http://127.0.0.1:1", "build", file);

    // Then
    assertThat(code).isEqualTo(ExitCode.CLUSTER);
    assertThat(err.toString())
        .contains("no usable response of the schema registry at http://127.0.0.1:1 within 20 s")
        .contains("ConnectException", "correct schema.registry.url");
    try (EventFeed feed = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics)) {
      assertThat(feed.records(TopicRole.LOOP_POLICIES)).isEmpty();
    }
  }

  @Test
  void deletingAnUnpublishedPolicyIsReported() throws Exception {
    // Given
    String file = Files.writeString(folder.resolve("mine.yaml"), "name: mine\n").toString();
    TopicCatalogue topics = cluster.createTopics("absent-", 1);
    String registry = cluster.registryUrl();
    assertThat(putTo("absent-", registry, "build", "--delete")).isEqualTo(ExitCode.OK);
    assertThat(putTo("absent-", registry, "build", file)).isEqualTo(ExitCode.OK);

    // When
    int typo = putTo("absent-", registry, "biuld", "--delete");
    int taken = putTo("absent-", registry, "build", "--delete");
    int again = putTo("absent-", registry, "build", "--delete");

    // Then
    assertThat(List.of(typo, taken, again)).containsOnly(ExitCode.OK);
    assertThat(out.toString().lines())
        .satisfiesExactly(
            line -> assertThat(line).isEqualTo(NOTHING.formatted("build", "")),
            line -> assertThat(line).startsWith("build: policy mine, version "),
            line -> assertThat(line).isEqualTo(NOTHING.formatted("biuld", "; nearest: build")),
            line -> assertThat(line).startsWith("build: policy deleted (offset 1 of"),
            line -> assertThat(line).isEqualTo(NOTHING.formatted("build", "")));
    try (EventFeed feed = new EventFeed(cluster.bootstrap(), registry, topics)) {
      assertThat(feed.records(TopicRole.LOOP_POLICIES)).hasSize(2);
    }
  }
}
