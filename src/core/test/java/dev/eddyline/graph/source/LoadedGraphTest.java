package dev.eddyline.graph.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddyline.graph.model.InvalidGraphException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Too large graphs are rejected while they are parsed. */
class LoadedGraphTest {

  private static String nodes(String name, int count) {
    return IntStream.range(0, count)
        .mapToObj(number -> name + number)
        .collect(Collectors.joining(" & "));
  }

  private static void assertRefused(String text, String reason) {
    assertThatThrownBy(() -> LoadedGraph.read("build", GraphText.of(text)))
        .isInstanceOf(InvalidGraphException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void shortTextWithManyEdgesIsTooLarge() {
    // Given
    String text = "graph TD\n%s --> %s\n".formatted(nodes("a", 142), nodes("b", 142));

    // Then
    assertThat(GraphFixtures.problems(text))
        .containsExactly("line 2: a graph must have ≤ 20,000 edges");
    assertRefused(text, "line 2: a graph that tasks are checked against must have ≤ 20,000 edges");
  }

  @Test
  void linkBetweenLargeMermaidSubgraphsHasTooManyEdgesToTrack() {
    // Given
    String text =
        "graph TD\nsubgraph G\n%s\nend\nsubgraph H\n%s\nend\nG --> H\n"
            .formatted(lines("a", 142), lines("b", 142));

    // Then
    assertRefused(text, "must have ≤ 20,000 edges");
  }

  private static String lines(String name, int count) {
    return nodes(name, count).replace(" & ", "\n");
  }

  @Test
  void moreThan5000NodesAreTooManyToTrack() {
    assertThat(LoadedGraph.read("build", GraphText.of(chain(5_000))).graph().nodes())
        .hasSize(5_000);
    assertRefused(chain(5_001), "a graph that tasks are checked against must have ≤ 5,000 nodes");
  }

  private static String chain(int nodes) {
    return "graph TD\n" + nodes("a", nodes).replace(" & ", " --> ");
  }

  @Test
  void severalGraphsInOnePublishedTextAreRejected() {
    // Given: the second one exceeds the limit
    String small = "```mermaid\ngraph TD\na --> b\n```\n";
    String large = "```mermaid\n%s\n```\n".formatted(chain(5_001));

    // Then
    assertRefused(small + large, "holds 2 graphs");
  }
}
