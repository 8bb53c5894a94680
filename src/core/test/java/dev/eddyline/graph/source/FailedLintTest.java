package dev.eddyline.graph.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddyline.graph.lint.LintResult;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Graphs whose lint fails. */
class FailedLintTest {

  private static final String TEXT = "graph TD\nsecret --> b\n";

  @Test
  void failedLintIsNotRetried_andItsResultReportsTheFailure() {
    // Given
    AtomicInteger begun = new AtomicInteger();
    LoadedGraph graph =
        GraphFixtures.followed(
            "build",
            TEXT,
            it -> {
              begun.incrementAndGet();
              throw new IllegalStateException("node secret");
            });

    // When
    LintResult check = graph.lintResult();

    // Then
    assertThat(check.findings()).isEmpty();
    assertThat(check.incompleteChecks())
        .singleElement()
        .asString()
        .contains("the check failed (IllegalStateException)")
        .doesNotContain("secret");
    assertThat(graph.cachedLintResult()).containsSame(check);
    assertThat(graph.lintFailure()).isPresent();
    assertThat(graph.lintResult()).isSameAs(check);
    assertThat(begun).hasValue(1);
  }

  @Test
  void stackOverflowIsRecordedAsLintFailure_otherErrorsAreThrown() {
    // Given
    LoadedGraph deep =
        GraphFixtures.followed(
            "build",
            TEXT,
            it -> {
              throw new StackOverflowError();
            });
    LoadedGraph broken =
        GraphFixtures.followed(
            "build",
            TEXT,
            it -> {
              throw new LinkageError();
            });

    // When / Then
    assertThat(deep.lintResult().incompleteChecks()).hasSize(1);
    assertThatThrownBy(broken::lintResult).isInstanceOf(LinkageError.class);
    assertThat(broken.cachedLintResult()).isEmpty();
  }

  @Test
  void successfulLintHasNoFailure() {
    // Given
    LoadedGraph graph = LoadedGraph.read("build", GraphText.of(TEXT));

    // When
    graph.lintResult();

    // Then
    assertThat(graph.lintFailure()).isEmpty();
  }
}
