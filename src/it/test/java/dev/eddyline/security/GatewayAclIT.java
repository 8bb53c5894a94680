package dev.eddyline.security;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.TestTags;
import dev.eddyline.app.MissingRightException;
import dev.eddyline.cluster.ClusterRefusedException;
import dev.eddyline.config.Settings;
import dev.eddyline.gateway.MapperApplication;
import dev.eddyline.metrics.Metrics;
import dev.eddyline.otlp.OtlpSignal;
import dev.eddyline.otlp.OtlpWriter;
import dev.eddyline.otlp.Spans;
import dev.eddyline.security.AclFile.AclRule;
import dev.eddyline.topics.TopicRole;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The mapper needs the rights of deploy/acls-gateway.txt, and no others. */
@Tag(TestTags.SECURITY)
class GatewayAclIT {

  /** Each case starts a mapper. */
  private static final int MAX_CASES = 6;

  /** The topics of events and hooks over HTTP, which the mapper does not use. */
  private static final Set<String> OF_HTTP =
      Set.of(
          "{prefix}gate-decisions",
          "{prefix}loop-verdicts",
          "{prefix}gate-triggers",
          "{prefix}loop-resets");

  @TempDir private static Path folder;
  private static SecureCluster cluster;

  /** Spans on a right and a wrong partition, and a record without valid OTLP. */
  @BeforeAll
  static void start() throws Exception {
    cluster = new SecureCluster(folder);
    for (int partition = 0; partition < 2; partition++) {
      Map<String, String> task = Map.of("gen_ai.conversation.id", "guarded");
      byte[] body =
          OtlpWriter.write(
              OtlpSignal.TRACES, List.of(Spans.tool(Spans.trace(1), partition, -1, 0, task)));
      cluster.feed().publishBytes(TopicRole.OTLP_SPANS, partition, null, body);
    }
    cluster.feed().publishBytes(TopicRole.OTLP_LOGS, 0, null, "no OTLP".getBytes(UTF_8));
  }

  @AfterAll
  static void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  static List<AclRule> neededByMapper() {
    return AclFile.gateway().stream().filter(right -> !OF_HTTP.contains(right.name())).toList();
  }

  @Test
  void mapperPublishesEventsWithExactlyTheseRights() throws Exception {
    // Given
    String id = user(AclFile.gateway());

    // When
    try (MapperApplication mapper = start(id)) {
      await()
          .until(
              () ->
                  mapper.failure().isPresent()
                      || cluster.feed().records(TopicRole.AGENT_EVENTS).size() >= 4
                          && !cluster.feed().deadLetters().isEmpty());

      // Then
      assertThat(mapper.failure()).isEmpty();
    }
  }

  static List<AclRule> someNeededByMapper() {
    return Sample.of(neededByMapper(), MAX_CASES);
  }

  @ParameterizedTest
  @MethodSource("someNeededByMapper")
  void mapperNamesMissingAcl(AclRule right) throws Exception {
    // Given
    List<AclRule> rest = new ArrayList<>(AclFile.gateway());
    rest.remove(right);
    String id = user(rest);

    // When
    Throwable failure = failure(id);

    // Then
    assertThat(failure)
        .isInstanceOfAny(MissingRightException.class, ClusterRefusedException.class)
        .hasMessageContaining(right.resource(SecureCluster.PREFIX, id))
        .hasMessageContaining("deploy/acls.txt");
  }

  private static Throwable failure(String id) {
    try (MapperApplication mapper = start(id)) {
      await().until(() -> mapper.failure().isPresent());
      return mapper.failure().orElseThrow();
    } catch (MissingRightException | ClusterRefusedException atTheStart) {
      return atTheStart;
    }
  }

  private static MapperApplication start(String id) {
    return MapperApplication.start(
        Settings.mergeLayers(null, Map.of(), cluster.settings(id)),
        new Metrics(new SimpleMeterRegistry(), true));
  }

  private static String user(List<AclRule> rights) throws Exception {
    String id = "user-" + UUID.randomUUID().toString().substring(0, 8);
    cluster.allow(id, rights);
    return id;
  }
}
