package dev.eddyline.graph.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddyline.TestTags;
import dev.eddyline.graph.model.Node;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jgrapht.alg.connectivity.KosarajuStrongConnectivityInspector;
import org.jgrapht.graph.DefaultEdge;
import org.jgrapht.graph.DirectedPseudograph;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random graphs in each format, read by parsers that are not ours: nodes, edges and cyclic
 * components must be equal.
 */
@Tag(TestTags.INTEROP)
class GraphOraclesIT {

  private static final String VARIABLE = "EDDYLINE_SDKS";
  private static final Path SOURCES = Path.of("src/it/graphs");
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int GRAPHS = 300;
  private static final int MINUTES = 10;
  private static final long SEED = 20_261_127;

  @TempDir Path folder;

  /**
   * What a parser reads.
   *
   * @param edges each as its two nodes, in order
   */
  private record Read(Set<String> nodes, List<String> edges) {

    static Read of(Set<String> nodes, List<String> edges) {
      return new Read(new TreeSet<>(nodes), edges.stream().sorted().toList());
    }

    static Read of(ParsedGraph parsed) {
      assertThat(parsed.unparsedParts()).as(parsed.graph().name()).isEmpty();
      return of(
          parsed.graph().nodes().stream().map(Node::id).collect(Collectors.toSet()),
          parsed.graph().edges().stream().map(edge -> edge.from() + " → " + edge.to()).toList());
    }

    /** The nodes of each cyclic component. */
    Set<Set<String>> cyclicComponents() {
      DirectedPseudograph<String, DefaultEdge> graph = new DirectedPseudograph<>(DefaultEdge.class);
      nodes.forEach(graph::addVertex);
      edges.forEach(edge -> graph.addEdge(edge.split(" → ")[0], edge.split(" → ")[1]));
      return new KosarajuStrongConnectivityInspector<>(graph)
          .stronglyConnectedSets().stream()
              .filter(part -> part.size() > 1 || graph.containsEdge(first(part), first(part)))
              .map(TreeSet::new)
              .collect(Collectors.toSet());
    }

    private static String first(Set<String> part) {
      return part.iterator().next();
    }
  }

  private static Path parsers() {
    Optional<String> folder =
        Optional.ofNullable(System.getenv(VARIABLE))
            .filter(it -> new File(it, "graphs").isDirectory());
    assumeThat(folder)
        .as("set %s to a folder in which src/it/sdks/install.sh has installed parsers", VARIABLE)
        .isPresent();
    return Path.of(folder.orElseThrow());
  }

  private static String run(String... command) throws Exception {
    File out = File.createTempFile("oracle", ".out");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out).start();
    try {
      assertThat(process.waitFor(MINUTES, TimeUnit.MINUTES)).isTrue();
      String printed = Files.readString(out.toPath());
      assertThat(process.exitValue()).as(printed).isZero();
      return printed;
    } finally {
      process.destroyForcibly();
      Files.delete(out.toPath());
    }
  }

  private Map<String, Read> byNode() throws Exception {
    Path script = parsers().resolve("graphs/oracle.mjs");
    Files.copy(SOURCES.resolve("oracle.mjs"), script, StandardCopyOption.REPLACE_EXISTING);
    return reads(run("node", script.toString(), folder.toString()));
  }

  private static String python() {
    return parsers().resolve("python/bin/python").toString();
  }

  private static Map<String, Read> byPython(Path folder) throws Exception {
    return reads(run(python(), SOURCES.resolve("oracle.py").toString(), "read", folder.toString()));
  }

  private static Map<String, Read> reads(String printed) throws IOException {
    Map<String, Read> reads = new LinkedHashMap<>();
    for (String line : printed.lines().filter(it -> it.startsWith("{")).toList()) {
      JsonNode read = JSON.readTree(line);
      Set<String> nodes = new TreeSet<>();
      read.get("nodes").forEach(node -> nodes.add(node.asText()));
      List<String> edges = new ArrayList<>();
      read.get("edges")
          .forEach(edge -> edges.add(edge.get(0).asText() + " → " + edge.get(1).asText()));
      reads.put(read.get("file").asText(), Read.of(nodes, edges));
    }
    return reads;
  }

  private static void expectEqual(Path folder, Map<String, Read> others) throws IOException {
    assertThat(others).hasSize(GRAPHS);
    for (Map.Entry<String, Read> other : others.entrySet()) {
      String text = Files.readString(folder.resolve(other.getKey()));
      Read ours = Read.of(parse(other.getKey(), text));
      assertThat(ours).as("%s:%n%s", other.getKey(), text).isEqualTo(other.getValue());
      assertThat(ours.cyclicComponents()).isEqualTo(other.getValue().cyclicComponents());
    }
  }

  private static ParsedGraph parse(String name, String text) {
    return GraphReader.parseSingleGraph(name, text, Optional.empty(), Optional.empty());
  }

  @Test
  void flowchartsAreReadAsMermaidReadsThem() throws Exception {
    parsers();
    GeneratedGraphs.write(folder, ".mmd", GRAPHS, SEED, GeneratedGraphs::flowchart);

    expectEqual(folder, byNode());
  }

  @Test
  void stateDiagramsAreReadAsMermaidReadsThem() throws Exception {
    parsers();
    GeneratedGraphs.write(folder, ".state.mmd", GRAPHS, SEED, GeneratedGraphs::stateDiagram);

    expectEqual(folder, byNode());
  }

  @Test
  void processesAreReadAsBpmnModdleReadsThem() throws Exception {
    parsers();
    GeneratedGraphs.write(folder, ".bpmn", GRAPHS, SEED, GeneratedGraphs::process);

    expectEqual(folder, byNode());
  }

  @Test
  void graphsOfDotAreReadAsNetworkxReadsThem() throws Exception {
    parsers();
    GeneratedGraphs.write(folder, ".dot", GRAPHS, SEED, GeneratedGraphs::dot);

    expectEqual(folder, byPython(folder));
  }

  @Test
  void stateMachinesAreReadAsAWalkerReadsThem() throws Exception {
    parsers();
    GeneratedGraphs.write(folder, ".asl", GRAPHS, SEED, GeneratedGraphs::stateMachine);

    expectEqual(folder, byPython(folder));
  }

  @Test
  void exportsOfN8nFlowiseAndDifyAreReadAsWalkersReadThem() throws Exception {
    parsers();
    for (var format :
        Map.<String, GeneratedGraphs.TextOf>of(
                ".n8n", GeneratedGraphs::n8n,
                ".flowise", GeneratedGraphs::flowise,
                ".dify", GeneratedGraphs::dify)
            .entrySet()) {
      Path own = Files.createDirectory(folder.resolve(format.getKey()));
      GeneratedGraphs.write(own, format.getKey(), GRAPHS, SEED, format.getValue());

      expectEqual(own, byPython(own));
    }
  }

  @Test
  void graphsOfLangGraphAreReadAsTheyWereBuilt() throws Exception {
    // Given
    parsers();
    GeneratedGraphs.write(folder, ".spec.json", GRAPHS, SEED, GeneratedGraphs::langGraphSpec);

    // When
    run(python(), SOURCES.resolve("oracle.py").toString(), "langgraph", folder.toString());

    // Then
    for (String file : GeneratedGraphs.names(folder, ".spec.json")) {
      JsonNode spec = JSON.readTree(folder.resolve(file).toFile());
      Read built = built(spec);
      String name = file.replace(".spec.json", "");
      String json = Files.readString(folder.resolve(name + ".langgraph.json"));
      assertThat(Read.of(parse(name, json))).as(json).isEqualTo(built);
      String drawn = Files.readString(folder.resolve(name + ".drawn.mmd"));
      assertThat(Read.of(parse(name, drawn))).as(drawn).isEqualTo(built);
    }
  }

  private static Read built(JsonNode spec) {
    Set<String> nodes = new TreeSet<>(Set.of("__start__", "__end__"));
    spec.get("nodes").forEach(node -> nodes.add(node.asText()));
    List<String> edges = new ArrayList<>();
    spec.get("edges")
        .forEach(edge -> edges.add(id(edge.get(0).asText()) + " → " + id(edge.get(1).asText())));
    spec.get("choices")
        .properties()
        .forEach(
            choice ->
                choice
                    .getValue()
                    .forEach(target -> edges.add(choice.getKey() + " → " + id(target.asText()))));
    return Read.of(nodes, edges);
  }

  private static String id(String written) {
    return switch (written) {
      case "START" -> "__start__";
      case "END" -> "__end__";
      default -> written;
    };
  }
}
