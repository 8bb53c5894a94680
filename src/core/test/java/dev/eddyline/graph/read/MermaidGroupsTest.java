package dev.eddyline.graph.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.graph.source.GraphFixtures;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Edges to and from subgraphs and composite states. */
class MermaidGroupsTest {

  private static List<String> edges(String text) {
    return GraphFixtures.read(text).graph().edges().stream()
        .map(edge -> edge.endpointPair().toString())
        .toList();
  }

  @Test
  void nodeIsInTheSubgraphThatEndsFirst() {
    String chart =
        """
        flowchart TD
          subgraph one
            a --> b
          end
          subgraph two
            b --> c
          end
          one --> two
        """;

    assertThat(edges(chart)).containsExactly("a → b", "b → c", "b → c");
  }

  @Test
  void stateThatLeadsIntoANestedOneIsNoExit() {
    String diagram =
        """
        stateDiagram-v2
          state L {
            x --> y
            state M {
              m --> y
            }
            x --> m
          }
          L --> t
        """;

    assertThat(edges(diagram)).containsExactly("x → y", "m → y", "x → m", "y → t");
  }

  @Test
  void deepNestingIsRefused() {
    String chart = "flowchart TD\n" + "subgraph s%d\n".repeat(200) + "a --> b\n";
    Object[] numbers = IntStream.range(0, 200).boxed().toArray();

    assertThat(GraphFixtures.problems(chart.formatted(numbers)))
        .singleElement()
        .asString()
        .contains("nested deeper than 100");
  }

  @ParameterizedTest
  @ValueSource(strings = {"flowchart TD\n| %%{\n", "stateDiagram-v2\n|note left of a\n"})
  void blocksWithoutAnEndTakeNoQuadraticTime(String parts) {
    String[] startAndLine = parts.split("\\|");
    String text = startAndLine[0] + "a --> b\n" + startAndLine[1].repeat(100_000);

    Assertions.assertTimeoutPreemptively(
        Duration.ofMinutes(1), () -> assertThat(edges(text)).containsExactly("a → b"));
  }
}
