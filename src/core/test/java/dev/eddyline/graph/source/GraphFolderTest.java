package dev.eddyline.graph.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GraphFolderTest {

  private static final String YAML = "name: build\nnodes: [a, b]\nedges:\n  - {from: a, to: b}\n";
  private static final String CHART = "flowchart TD\n  a --> b\n";

  @TempDir private Path folder;

  private Path file(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  @Test
  void folderExpandsToItsGraphsInTheOrderOfTheirPaths() throws IOException {
    // Given
    Path yaml = file("sub/c.yml", YAML);
    Path chart = file("b.mmd", CHART);
    Path page = file("a.md", "# Title\n```mermaid\n" + CHART + "```\n");
    Path json = file("d.json", "{\"nodes\": [{\"id\": \"__start__\"}], \"edges\": []}");
    Path states = file("e.json", "{\"StartAt\": \"A\", \"States\": {}}");
    file("package.json", "{\"nodes\": 1}");
    file("policy.yaml", "name: x\ngate: {loops: 3}\n");
    file("README.md", "# No chart\n");
    file("notes.txt", CHART);
    file(".hidden/f.mmd", CHART);

    // When / Then
    assertThat(GraphFolder.of(folder).graphs()).containsExactly(page, chart, json, states, yaml);
  }

  @Test
  void brokenYamlOfAGraphIsNotLeftOut_otherBrokenYamlIs() throws IOException {
    // Given
    Path alias = file("alias.yaml", "StartAt: A\nx: &x 1\nStates: {A: *x}\n");
    Path twice = file("twice.yml", "Comment: c\nComment: d\nStates: {}\n");
    Path template =
        file("sam.yaml", "Resources:\n  M:\n    Type: AWS::Serverless::StateMachine\n    a: *b\n");
    Path own = file("own.yaml", "nodes: [a\n");
    Path json = file("t.json", "{\"Type\": \"AWS::Serverless::StateMachine\", ");
    file("values.yaml", "a: &x 1\nb: *x\n");

    // When / Then
    assertThat(GraphFolder.of(folder).graphs()).containsExactly(alias, own, template, json, twice);
  }

  @Test
  void markdownWithOtherDiagramsOnlyIsLeftOut() throws IOException {
    Path chart = file("chart.md", "```mermaid\n" + CHART + "```\n```mermaid\npie\n```\n");
    file("other.md", "```mermaid\nsequenceDiagram\n a->>b: x\n```\n```mermaid\nzenuml\n```\n");

    assertThat(GraphFolder.of(folder).graphs()).containsExactly(chart);
  }

  @Test
  void fileExpandsToItself() throws IOException {
    Path notes = file("notes.txt", "anything");

    assertThat(GraphFolder.of(notes).graphs()).containsExactly(notes);
  }

  @Test
  void folderWithoutGraphIsRejected() throws IOException {
    file("notes.txt", "anything");

    GraphFolder none = GraphFolder.of(folder);

    assertThat(none.graphs()).isEmpty();
  }

  @Test
  void folderOfGraphsIsLoaded() throws IOException {
    file("build.yaml", YAML);
    file("deploy.mmd", CHART);

    assertThat(GraphFiles.load(folder.toString()).inForce()).containsOnlyKeys("build", "deploy");
  }

  @Test
  void filesWithoutAGraphAreListed_thoseOfAnotherFormatByItsName() throws IOException {
    Files.writeString(
        folder.resolve("flow.yaml"), "apiVersion: argoproj.io/v1alpha1\nkind: Workflow\n");
    Files.writeString(folder.resolve("package.json"), "{\"name\": \"x\"}");
    Files.writeString(folder.resolve("notes.txt"), "nothing");
    Files.writeString(folder.resolve("a.bounds.yaml"), "edges: [{from: a, to: b}]\n");

    assertThat(GraphFolder.of(folder).leftOut())
        .containsExactly(
            folder.resolve("a.bounds.yaml")
                + ": not linted: this is a file of bounds, which is read with --bounds",
            folder.resolve("flow.yaml")
                + ": not linted: this is an Argo workflow, which is not read",
            "not linted, no known format: " + folder.resolve("package.json"));
  }
}
