package dev.eddyline.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.graph.source.GraphText;
import dev.eddyline.graph.source.LoadedGraph;
import dev.eddyline.schema.GraphFindings;
import dev.eddyline.schema.Source;
import java.io.IOException;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A record of findings is small, however large the graph. */
class GraphReportTest {

  private static GraphFindings report(String text) {
    LoadedGraph graph = LoadedGraph.read("build", GraphText.of(text));
    return GraphReport.createGraphFindings(graph, new Source("graphs", 0, 1L, 0), Instant.EPOCH);
  }

  private static String node(String filler, int number) {
    return filler + number;
  }

  /** A chain, with edges back to its start from the last nodes. */
  private static String chain(String filler, int nodes, int back) {
    StringBuilder text = new StringBuilder("graph TD\n");
    for (int number = 1; number < nodes; number++) {
      text.append(node(filler, number - 1)).append("-->").append(node(filler, number)).append('\n');
    }
    for (int number = nodes - back; number < nodes; number++) {
      text.append(node(filler, number)).append("-->").append(node(filler, 0)).append('\n');
    }
    return text.toString();
  }

  @Test
  void longCyclesAreTruncatedWithACount() throws IOException {
    // When
    GraphFindings report = report(chain("a".repeat(40), 200, 20));

    // Then
    assertThat(report.getFindings()).hasSizeGreaterThan(10);
    assertThat(report.getFindings().get(0).getCycle())
        .hasSize(101)
        .last()
        .asString()
        .matches("… \\d+ more");
    assertThat(GraphFindings.getEncoder().encode(report).remaining()).isLessThan(700_000);
  }

  @Test
  void findingsBeyondTheLimitAreCounted() throws IOException {
    // When: each finding names 100 nodes of 1,300 bytes
    GraphFindings report = report(chain("検".repeat(430), 150, 10));

    // Then
    assertThat(report.getFindings()).isNotEmpty();
    assertThat(report.getMore()).isPositive();
    assertThat(GraphFindings.getEncoder().encode(report).remaining()).isLessThan(700_000);
  }

  @Test
  void unparsedPartsBeyondTheLimitAreCounted() {
    // When
    GraphFindings report = report("graph TD\na --> b\n" + "!!!\n".repeat(250));

    // Then
    assertThat(report.getMisread()).hasSize(201).last().isEqualTo("… 50 more");
  }
}
