package dev.eddyline.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.TestTags;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.graph.source.GraphText;
import dev.eddyline.policy.Policies;
import dev.eddyline.reference.GraphRecords;
import dev.eddyline.reference.ReferencePublisher;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.FlowGraph;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.Transition;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.verify.Recomputation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Graphs that are published before and while the processor runs, with a real broker. */
@Tag(TestTags.SERVERS)
class GraphsIT {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final String WORKFLOW = "job-generator";
  private static final List<String> ROUND =
      List.of("interface_definition", "evaluator", "master_creation", "validation");

  private final TestCluster cluster = TestCluster.shared();
  private int moves;

  private static FlowGraph graph(String text) {
    return GraphRecords.value(GraphText.of(text), "ann", null);
  }

  private static void put(Settings settings, TopicCatalogue topics, FlowGraph graph)
      throws InterruptedException {
    ReferencePublisher.publish(
        settings, topics.topic(TopicRole.WORKFLOW_GRAPHS), WORKFLOW, FlowGraph.class, graph, LIMIT);
  }

  private void publishOneCycle(EventFeed feed, String task) {
    for (int step = 0; step < ROUND.size(); step++) {
      String to = ROUND.get((step + 1) % ROUND.size());
      AgentEvent event = JsonEvents.failure(task, "move-" + moves++);
      event.setWorkflow(WORKFLOW);
      event.setBody(new Transition(ROUND.get(step), to, "because", false));
      feed.send(event);
    }
  }

  private static boolean isFound(EventFeed feed, String task) {
    return feed.verdicts().stream()
        .anyMatch(
            verdict ->
                verdict.getTaskId().equals(task)
                    && verdict.getLoopType() == LoopType.UNBOUNDED_RETRY);
  }

  private static String header(ConsumerRecord<byte[], byte[]> letter, String name) {
    return new String(letter.headers().lastHeader("__streams.errors." + name).value(), UTF_8);
  }

  @Test
  void graphIsReadBeforeFirstEvent_andInvalidGraphIsIgnored() throws Exception {
    // Given: the graph exists before the processor
    String prefix = "graphs-";
    TopicCatalogue topics = cluster.createTopics(prefix, 2);
    Settings settings = cluster.settings(prefix, Map.of(Setting.POLICY.key(), "graph"));
    String before = Files.readString(Path.of("src/tools/main/resources/stories/graph.yaml"));
    put(settings, topics, graph(before));
    try (EventFeed feed = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics);
        Application application = Application.start(settings)) {
      // When: three cycles
      for (int round = 1; round <= 3; round++) {
        publishOneCycle(feed, "first");
      }

      // Then
      await().until(() -> isFound(feed, "first"));
      await().until(() -> feed.records(TopicRole.GRAPH_FINDINGS).size() == 1);
      ConsumerRecord<byte[], byte[]> found = feed.records(TopicRole.GRAPH_FINDINGS).get(0);
      assertThat(new String(found.key(), UTF_8)).isEqualTo(WORKFLOW);
      assertThat(new String(found.value(), UTF_8)).contains("master_creation");

      // When // Then: an invalid one is rejected with its reason, and the last valid one stays
      put(settings, topics, graph("name: job-generator\nnodes: [a]\nedges: [{from: a, to: b}]\n"));
      await().until(() -> feed.deadLetters().size() == 1);
      assertThat(header(feed.deadLetters().get(0), "message")).contains(WORKFLOW, "'b'");
      for (int round = 1; round <= 3; round++) {
        publishOneCycle(feed, "second");
      }
      await().until(() -> isFound(feed, "second"));

      // When // Then: it is withdrawn
      put(settings, topics, null);
      await().until(() -> feed.records(TopicRole.GRAPH_FINDINGS).size() == 2);
      assertThat(feed.records(TopicRole.GRAPH_FINDINGS)).anyMatch(it -> it.value() == null);
      for (int round = 1; round <= 4; round++) {
        publishOneCycle(feed, "third");
      }
      AgentEvent eventRequestingReply = JsonEvents.failure("third", "asked");
      eventRequestingReply.setReplyRequested(true);
      feed.send(eventRequestingReply);
      await().until(() -> feed.verdicts().stream().anyMatch(it -> it.getTaskId().equals("third")));
      assertThat(isFound(feed, "third")).isFalse();
      assertThat(application.readiness().isReady()).isTrue();
      await().until(feed.committed()::hasNoOpenTransaction);
      assertThat(
              Recomputation.discrepancies(
                  feed.committed().read(2), Policies.ofSinglePolicy(Policies.preset("graph"))))
          .isEmpty();
    }
  }
}
