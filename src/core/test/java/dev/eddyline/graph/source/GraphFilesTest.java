package dev.eddyline.graph.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddyline.graph.model.InvalidGraphException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Loading the graphs of a configuration. */
class GraphFilesTest {

  private static final String ROUND =
      "name: build\nnodes: [a, b]\nedges:\n  - {from: a, to: b}\n  - {from: b, to: a}\n";

  @TempDir private Path folder;

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  @Test
  void graphNameIsTheWorkflow() throws IOException {
    // When
    GraphSnapshot graphs = GraphFiles.load(file("any.yaml", ROUND) + " , ");

    // Then
    assertThat(graphs.of("build")).isPresent();
    assertThat(graphs.of("other")).isEmpty();
    assertThat(graphs.of((String) null)).isEmpty();
  }

  @Test
  void fileNameIsTheWorkflowOfAnUnnamedGraph() throws IOException {
    // When
    GraphSnapshot graphs = GraphFiles.load(file("deploy.flow.mmd", "flowchart TD\n  a --> b\n"));

    // Then
    assertThat(graphs.inForce()).containsOnlyKeys("deploy");
  }

  @Test
  void blankGraphSettingLoadsNoGraph() {
    assertThat(GraphFiles.load("").inForce()).isEmpty();
  }

  @Test
  void twoGraphsOfOneWorkflowAreRejectedWithBothFiles() throws IOException {
    // Given
    List<String> both = List.of(file("one.yaml", ROUND), file("two.yaml", ROUND));

    // When // Then
    assertThatThrownBy(() -> GraphFiles.load(both))
        .isInstanceOf(InvalidGraphException.class)
        .hasMessageContainingAll("two.yaml", "'build' also has the graph of", "one.yaml");
  }

  @Test
  void missingGraphFileIsRejected() {
    assertThatThrownBy(() -> GraphFiles.load("nowhere.yaml"))
        .isInstanceOf(InvalidGraphException.class)
        .hasMessageContaining("nowhere.yaml");
  }

  @Test
  void publishedGraphOverridesTheConfiguredFile_untilItIsDeleted() throws IOException {
    // Given
    GraphSnapshot configured = GraphFiles.load(file("any.yaml", ROUND));
    PublishedGraph newer = PublishedGraph.of("build", 4, GraphText.of("nodes: [a]\nedges: []\n"));

    // When
    GraphSnapshot over = configured.withChanges(List.of(newer));
    GraphSnapshot back = over.withChanges(List.of(PublishedGraph.withdrawn("build", 5)));

    // Then
    assertThat(over.of("build").orElseThrow().graph().edges()).isEmpty();
    assertThat(back.of("build")).isEqualTo(configured.of("build"));
    assertThat(back.withChanges(List.of(newer))).as("never goes back").isSameAs(back);
  }
}
