package dev.eddyline.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.graph.GraphFixtures;
import dev.eddyline.graph.GraphText;
import dev.eddyline.graph.LintResult;
import dev.eddyline.graph.LoadedGraph;
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

  private static LoadedGraph round(String name) {
    String yaml = "name: %s\nnodes: [a, b]\nedges:\n  - {from: a, to: b}\n  - {from: b, to: a}\n";
    return LoadedGraph.read("build", GraphText.of(yaml.formatted(name)));
  }

  @Test
  void itIsSoughtOnAThreadOfItsOwn() {
    // Given
    LoadedGraph graph = round("one");
    checks.start();
    assertThat(graph.cachedLintResult()).isEmpty();

    // When
    checks.add(List.of(graph));

    // Then
    await().until(() -> graph.cachedLintResult().isPresent());
    assertThat(graph.cachedLintResult().orElseThrow().findings()).isNotEmpty();
  }

  @Test
  void ofAWorkflowOnlyTheNewestGraphIsLookedAt() {
    // Given
    LoadedGraph older = round("older");
    LoadedGraph newer = round("newer");
    checks.add(List.of(older));
    checks.add(List.of(newer));

    // When
    checks.start();

    // Then
    await().until(() -> newer.cachedLintResult().isPresent());
    assertThat(older.cachedLintResult()).isEmpty();
  }

  @Test
  void whatWasAskedForComesFirst_asItIsByNow() {
    // Given
    List<String> sought = new CopyOnWriteArrayList<>();
    LoadedGraph older = noting(sought, "asked", "older");
    LoadedGraph newer = noting(sought, "asked", "newer");
    LoadedGraph other = noting(sought, "other", "other");
    checks.add(List.of(other, older));
    checks.ask(older);
    checks.add(List.of(other, newer));

    // When
    checks.start();

    // Then
    await().until(() -> sought.size() == 2);
    assertThat(sought).containsExactly("newer", "other");
  }

  private static LoadedGraph noting(List<String> sought, String workflow, String name) {
    return GraphFixtures.followed(
        workflow,
        "graph TD\n%s --> b\n".formatted(name),
        it -> {
          sought.add(name);
          return new LintResult(List.of(), List.of());
        });
  }

  @Test
  void aGraphThatCannotBeCheckedIsTriedOnce_andHoldsNothingUp() {
    // Given
    AtomicInteger begun = new AtomicInteger();
    LoadedGraph failing =
        GraphFixtures.followed(
            "failing",
            "graph TD\na --> b\n",
            it -> {
              begun.incrementAndGet();
              throw new IllegalStateException("never so");
            });
    LoadedGraph graph = round("one");
    checks.start();
    checks.ask(failing);
    await().until(() -> failing.cachedLintResult().isPresent());

    // When
    checks.ask(failing);
    checks.ask(graph);

    // Then
    await().until(() -> graph.cachedLintResult().isPresent());
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
        GraphFixtures.followed(
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
