package dev.eddyline.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Graphs whose lint fails. */
class FailedCheckTest {

  private static final String TEXT = "graph TD\nsecret --> b\n";

  @Test
  void itIsNotTriedAgain_andTheResultSaysSoWithoutAWordOfTheGraph() {
    // Given
    AtomicInteger begun = new AtomicInteger();
    FollowedGraph graph =
        Graphs.followed(
            "build",
            TEXT,
            it -> {
              begun.incrementAndGet();
              throw new IllegalStateException("node secret");
            });

    // When
    GraphCheck check = graph.check();

    // Then
    assertThat(check.findings()).isEmpty();
    assertThat(check.notSought())
        .singleElement()
        .asString()
        .contains("the check failed (IllegalStateException)")
        .doesNotContain("secret");
    assertThat(graph.known()).containsSame(check);
    assertThat(graph.fault()).isPresent();
    assertThat(graph.check()).isSameAs(check);
    assertThat(begun).hasValue(1);
  }

  @Test
  void aStackThatOverflowsIsSuchAFaultToo_anotherErrorIsNone() {
    // Given
    FollowedGraph deep =
        Graphs.followed(
            "build",
            TEXT,
            it -> {
              throw new StackOverflowError();
            });
    FollowedGraph broken =
        Graphs.followed(
            "build",
            TEXT,
            it -> {
              throw new LinkageError();
            });

    // When / Then
    assertThat(deep.check().notSought()).hasSize(1);
    assertThatThrownBy(broken::check).isInstanceOf(LinkageError.class);
    assertThat(broken.known()).isEmpty();
  }

  @Test
  void aGraphThatCouldBeCheckedHasNoFault() {
    // Given
    FollowedGraph graph = FollowedGraph.read("build", GraphText.of(TEXT));

    // When
    graph.check();

    // Then
    assertThat(graph.fault()).isEmpty();
  }
}
