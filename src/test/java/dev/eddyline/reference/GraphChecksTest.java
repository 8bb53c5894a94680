package dev.eddyline.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.graph.FollowedGraph;
import dev.eddyline.graph.GraphText;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Nobody waits for what is wrong with a graph. */
class GraphChecksTest {

  private final GraphChecks checks = new GraphChecks();

  @AfterEach
  void close() {
    checks.close();
  }

  private static FollowedGraph round(String name) {
    String yaml = "name: %s\nnodes: [a, b]\nedges:\n  - {from: a, to: b}\n  - {from: b, to: a}\n";
    return FollowedGraph.read("build", GraphText.of(yaml.formatted(name)));
  }

  @Test
  void itIsSoughtOnAThreadOfItsOwn() {
    // Given
    FollowedGraph graph = round("one");
    checks.start();
    assertThat(graph.known()).isEmpty();

    // When
    checks.add(List.of(graph));

    // Then
    await().until(() -> graph.known().isPresent());
    assertThat(graph.known().orElseThrow().findings()).isNotEmpty();
  }

  @Test
  void ofAWorkflowOnlyTheNewestGraphIsLookedAt() {
    // Given
    FollowedGraph older = round("older");
    FollowedGraph newer = round("newer");
    checks.add(List.of(older));
    checks.add(List.of(newer));

    // When
    checks.start();

    // Then
    await().until(() -> newer.known().isPresent());
    assertThat(older.known()).isEmpty();
  }
}
