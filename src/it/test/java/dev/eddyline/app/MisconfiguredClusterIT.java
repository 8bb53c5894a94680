package dev.eddyline.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.eddyline.TestTags;
import dev.eddyline.cluster.TopicsNotReadyException;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.console.WebServer;
import dev.eddyline.topics.TopicCatalogue;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The processor with a misconfigured broker or an unavailable registry. */
@Tag(TestTags.SERVERS)
class MisconfiguredClusterIT {

  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private final TestCluster cluster = TestCluster.shared();

  @Test
  void unequalPartitionCountsPreventTheStart() throws Exception {
    // Given
    String prefix = "unequal-" + UUID.randomUUID() + "-";
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrap()))) {
      admin
          .createTopics(List.of(new NewTopic(prefix + "gate-decisions", 3, (short) 1)))
          .all()
          .get();
    }
    cluster.createTopics(prefix, 2);

    // When / Then
    assertThatThrownBy(() -> Application.start(cluster.settings(prefix, Map.of())))
        .isInstanceOf(TopicsNotReadyException.class)
        .hasMessageContaining("gate-decisions")
        .hasMessageContaining("partitions");
  }

  @Test
  void registryOutageLosesNoEvents_andIsReportedByReadiness() throws Exception {
    // Given: the processor reaches the registry only through a proxy that is closed
    String prefix = "registry-down-";
    TopicCatalogue topics = cluster.createTopics(prefix, 2);
    URI real = URI.create(cluster.registryUrl());
    try (TcpProxy proxy = new TcpProxy(real.getPort());
        EventFeed direct = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics)) {
      proxy.refuse();
      String url = "http://127.0.0.1:" + proxy.port() + real.getPath();
      Settings settings = cluster.settings(prefix, Map.of(Setting.SCHEMA_REGISTRY_URL.key(), url));
      try (Application waiting = Application.start(settings);
          WebServer health = WebServer.health(settings, waiting)) {
        // When
        for (int i = 0; i < 3; i++) {
          direct.send(JsonEvents.failure("waiting", "same"));
        }

        // Then
        await().until(() -> ready(health).body().contains("schema registry"));
        assertThat(ready(health).statusCode()).isEqualTo(503);
        proxy.accept();
        await().until(() -> direct.gates().size() == 1);
        await().until(() -> ready(health).statusCode() == 200);
        assertThat(direct.deadLetters()).isEmpty();
      }
    }
  }

  private static HttpResponse<String> ready(WebServer health) throws Exception {
    URI page = URI.create(health.address() + "/health/ready");
    return CLIENT.send(HttpRequest.newBuilder(page).build(), HttpResponse.BodyHandlers.ofString());
  }
}
