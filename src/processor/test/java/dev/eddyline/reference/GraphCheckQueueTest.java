package dev.eddyline.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.graph.lint.LintResult;
import dev.eddyline.graph.source.GraphFixtures;
import dev.eddyline.graph.source.GraphText;
import dev.eddyline.graph.source.LoadedGraph;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Graph checks block nobody. */
class GraphCheckQueueTest {

  private final GraphCheckQueue checks = new GraphCheckQueue();

  @AfterEach
  void close() {
    checks.close();
  }

  private static LoadedGraph cycleGraph(String name) {
    String yaml = "name: %s\nnodes: [a, b]\nedges:\n  - {from: a, to: b}\n  - {from: b, to: a}\n";
    return LoadedGraph.read("build", GraphText.of(yaml.formatted(name)));
  }

  @Test
  void graphsAreCheckedOnASeparateThread() {
    // Given
    LoadedGraph graph = cycleGraph("one");
    checks.start();
    assertThat(graph.cachedLintResult()).isEmpty();

    // When
    checks.enqueueGraphs(List.of(graph));

    // Then
    await().until(() -> graph.cachedLintResult().isPresent());
    assertThat(graph.cachedLintResult().orElseThrow().findings()).isNotEmpty();
  }

  @Test
  void onlyTheNewestGraphOfAWorkflowIsChecked() {
    // Given
    LoadedGraph older = cycleGraph("older");
    LoadedGraph newer = cycleGraph("newer");
    checks.enqueueGraphs(List.of(older));
    checks.enqueueGraphs(List.of(newer));

    // When
    checks.start();

    // Then
    await().until(() -> newer.cachedLintResult().isPresent());
    assertThat(older.cachedLintResult()).isEmpty();
  }

  @Test
  void requestedGraphsAreCheckedFirst_inTheirNewestVersion() {
    // Given
    List<String> sought = new CopyOnWriteArrayList<>();
    LoadedGraph older = graphThatRecordsItsCheck(sought, "asked", "older");
    LoadedGraph newer = graphThatRecordsItsCheck(sought, "asked", "newer");
    LoadedGraph other = graphThatRecordsItsCheck(sought, "other", "other");
    checks.enqueueGraphs(List.of(other, older));
    checks.prioritizeGraph(older);
    checks.enqueueGraphs(List.of(other, newer));

    // When
    checks.start();

    // Then
    await().until(() -> sought.size() == 2);
    assertThat(sought).containsExactly("newer", "other");
  }

  private static LoadedGraph graphThatRecordsItsCheck(
      List<String> sought, String workflow, String name) {
    return GraphFixtures.followed(
        workflow,
        "graph TD\n%s --> b\n".formatted(name),
        it -> {
          sought.add(name);
          return new LintResult(List.of(), List.of());
        });
  }

  @Test
  void aFailingCheckRunsOnce_andBlocksNoOther() {
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
    LoadedGraph graph = cycleGraph("one");
    checks.start();
    checks.prioritizeGraph(failing);
    await().until(() -> failing.cachedLintResult().isPresent());

    // When
    checks.prioritizeGraph(failing);
    checks.prioritizeGraph(graph);

    // Then
    await().until(() -> graph.cachedLintResult().isPresent());
    assertThat(begun).hasValue(1);
  }

  @Test
  void anErrorOnTheThreadIsReported() {
    // Given
    CompletableFuture<Throwable> reportedError = new CompletableFuture<>();
    checks.setFailureHandler(reportedError::complete);
    checks.start();

    // When
    checks.prioritizeGraph(
        GraphFixtures.followed(
            "broken",
            "graph TD\na --> b\n",
            it -> {
              throw new LinkageError("broken");
            }));

    // Then
    await().until(reportedError::isDone);
    assertThat(reportedError).isCompletedWithValueMatching(LinkageError.class::isInstance);
  }
}
