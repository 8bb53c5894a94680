package dev.eddyline.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.graph.FollowedGraph;
import dev.eddyline.graph.GraphCheck;
import dev.eddyline.graph.GraphText;
import dev.eddyline.graph.Graphs;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Graph checks block nobody. */
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

  @Test
  void whatWasAskedForComesFirst_asItIsByNow() {
    // Given
    List<String> sought = new CopyOnWriteArrayList<>();
    FollowedGraph older = noting(sought, "asked", "older");
    FollowedGraph newer = noting(sought, "asked", "newer");
    FollowedGraph other = noting(sought, "other", "other");
    checks.add(List.of(other, older));
    checks.ask(older);
    checks.add(List.of(other, newer));

    // When
    checks.start();

    // Then
    await().until(() -> sought.size() == 2);
    assertThat(sought).containsExactly("newer", "other");
  }

  private static FollowedGraph noting(List<String> sought, String workflow, String name) {
    return Graphs.followed(
        workflow,
        "graph TD\n%s --> b\n".formatted(name),
        it -> {
          sought.add(name);
          return new GraphCheck(List.of(), List.of());
        });
  }

  @Test
  void aGraphThatCannotBeCheckedIsTriedOnce_andHoldsNothingUp() {
    // Given
    AtomicInteger begun = new AtomicInteger();
    FollowedGraph failing =
        Graphs.followed(
            "failing",
            "graph TD\na --> b\n",
            it -> {
              begun.incrementAndGet();
              throw new IllegalStateException("never so");
            });
    FollowedGraph graph = round("one");
    checks.start();
    checks.ask(failing);
    await().until(() -> failing.known().isPresent());

    // When
    checks.ask(failing);
    checks.ask(graph);

    // Then
    await().until(() -> graph.known().isPresent());
    assertThat(begun).hasValue(1);
  }

  @Test
  void anErrorThatEndsItIsTold() {
    // Given
    CompletableFuture<Throwable> told = new CompletableFuture<>();
    checks.whenItEndsByItself(told::complete);
    checks.start();

    // When
    checks.ask(
        Graphs.followed(
            "broken",
            "graph TD\na --> b\n",
            it -> {
              throw new LinkageError("broken");
            }));

    // Then
    await().until(told::isDone);
    assertThat(told).isCompletedWithValueMatching(LinkageError.class::isInstance);
  }
}
