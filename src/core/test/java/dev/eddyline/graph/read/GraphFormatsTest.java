package dev.eddyline.graph.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.eddyline.graph.lint.FindingKind;
import dev.eddyline.graph.lint.GraphFinding;
import dev.eddyline.graph.lint.GraphLint;
import dev.eddyline.graph.model.GraphCounter;
import dev.eddyline.graph.model.InvalidGraphException;
import dev.eddyline.graph.model.Node;
import dev.eddyline.graph.model.UnparsedPart;
import dev.eddyline.graph.source.GraphFixtures;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The formats that people have: each is recognized by what only it has, and read as it runs. */
class GraphFormatsTest {

  private static final Path FOLDER = Path.of("src/core/test/resources/graph-formats");

  /** Of truncations. */
  private static final int STEP = 64;

  private static List<ParsedGraph> read(String text) {
    return GraphReader.parseAllGraphs("file", text, Optional.empty(), Optional.empty());
  }

  private static ParsedGraph fixture(String name) throws IOException {
    return read(Files.readString(FOLDER.resolve(name))).get(0);
  }

  private static List<String> edges(ParsedGraph parsed) {
    return parsed.graph().edges().stream().map(edge -> edge.endpointPair().toString()).toList();
  }

  private static List<FindingKind> findings(ParsedGraph parsed) {
    return GraphLint.lint(parsed).findings().stream().map(GraphFinding::kind).toList();
  }

  private static List<String> problems(String text) {
    try {
      read(text);
      return List.of();
    } catch (InvalidGraphException invalid) {
      return invalid.problems();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "poll-job.n8n.json, N8N",
    "letters.n8n.json, N8N",
    "review.flowise.json, FLOWISE",
    "write.dify.yml, DIFY",
    "team.flowise.json, FLOWISE",
    "build.dot, DOT",
    "bounded.gv, DOT",
    "order.state.mmd, MERMAID",
    "poll.asl.yaml, ASL",
    "shop.sam.yaml, ASL",
    "supervisor.langgraph.json, LANGGRAPH",
  })
  void formatIsRecognizedAndUnderstood(String file, GraphFormat format) throws IOException {
    assertThat(read(Files.readString(FOLDER.resolve(file))))
        .allSatisfy(
            parsed -> {
              assertThat(parsed.format()).isEqualTo(format);
              assertThat(parsed.unparsedParts()).isEmpty();
            });
  }

  @Test
  void connectionsOfN8nAreEdges_andItsRetriesAreBounded() throws IOException {
    ParsedGraph parsed = fixture("poll-job.n8n.json");

    assertThat(edges(parsed))
        .containsExactlyInAnyOrder(
            "Ask for state → Ask for state",
            "Every morning → Ask for state",
            "Ask for state → Ready?",
            "Ready? → Report",
            "Ready? → Wait a minute",
            "Wait a minute → Ask for state");
    assertThat(findings(parsed)).containsExactly(FindingKind.UNPROVEN_BOUND);
  }

  @Test
  void loopOverItemsOfN8nIsBounded_unlessItIsReset() throws IOException {
    String text = Files.readString(FOLDER.resolve("letters.n8n.json"));

    assertThat(findings(read(text).get(0))).isEmpty();
    assertThat(
            findings(
                read(text.replace("\"options\": {}", "\"options\": {\"reset\": true}")).get(0)))
        .containsExactly(FindingKind.UNBOUNDED_CYCLE);
  }

  @Test
  void runOfN8nEndsWhereAnOutputLeadsNowhere() throws IOException {
    String text = Files.readString(FOLDER.resolve("letters.n8n.json"));
    String open = text.replace("[{\"node\": \"Done\", \"type\": \"main\", \"index\": 0}]", "[]");
    String retried =
        text.replace(
            "\"type\": \"n8n-nodes-base.noOp\"", "\"type\": \"x.y\", \"retryOnFail\": true");

    // no item reaches Done any more, and the run ends at the loop itself
    assertThat(findings(read(open).get(0))).containsExactly(FindingKind.UNREACHED);
    assertThat(findings(read(retried).get(0))).isEmpty();
  }

  @Test
  void loopOfFlowiseIsANodesSetting() throws IOException {
    ParsedGraph parsed = fixture("review.flowise.json");

    assertThat(edges(parsed)).contains("loopAgentflow_0 → llmAgentflow_0");
    assertThat(parsed.graph().counters())
        .extracting(GraphCounter::max)
        .containsExactly(OptionalInt.of(3));
    assertThat(findings(parsed)).isEmpty();
    assertThat(findings(fixture("team.flowise.json")))
        .containsExactly(FindingKind.ONLY_RUN_LIMIT, FindingKind.NO_WAY_OUT);
  }

  @Test
  void dotChainsSubgraphsAndLabelsAreRead() throws IOException {
    ParsedGraph parsed = fixture("build.dot");

    assertThat(edges(parsed))
        .containsExactly(
            "start → plan",
            "plan → code",
            "code → run tests",
            "run tests → ok",
            "ok → done",
            "ok → code",
            "done → tag",
            "tag → notify",
            "tag → archive");
    assertThat(parsed.graph().nodes())
        .filteredOn(node -> node.id().equals("run tests"))
        .extracting(Node::label)
        .containsExactly("Run tests");
    assertThat(findings(parsed)).containsExactly(FindingKind.UNBOUNDED_CYCLE);
    assertThat(GraphLint.lint(parsed).findings().get(0).reason()).doesNotContain("run tests");
    assertThat(findings(fixture("bounded.gv"))).isEmpty();
  }

  @Test
  void undirectedGraphOfDotIsNotUnderstood() {
    assertThat(read("graph { a -- b }").get(0).unparsedParts())
        .extracting(UnparsedPart::reason)
        .containsExactly("has edges without a direction: no edge is added");
  }

  @Test
  void compositeStatesAreEnteredAtTheirStart_andLeftAtTheirEnd() throws IOException {
    ParsedGraph parsed = fixture("order.state.mmd");

    assertThat(edges(parsed))
        .containsExactly(
            "[*] → Received",
            "Received → Packing",
            "Shipping/[*] → Labelled",
            "Labelled → OnTheWay",
            "OnTheWay → Shipping/[*] end",
            "Packing → Shipping/[*]",
            "Shipping/[*] end → asked",
            "asked → [*] end",
            "asked → Packing");
    assertThat(findings(parsed)).containsExactly(FindingKind.UNBOUNDED_CYCLE);
    assertThat(GraphLint.lint(parsed).findings().get(0).cycle())
        .containsExactly(
            "Labelled", "OnTheWay", "Shipping/[*] end", "asked", "Packing", "Shipping/[*]");
  }

  @Test
  void stateMachinesAreReadFromYamlAndTemplates() throws IOException {
    assertThat(findings(fixture("poll.asl.yaml"))).containsExactly(FindingKind.UNPROVEN_BOUND);
    List<ParsedGraph> shop = read(Files.readString(FOLDER.resolve("shop.sam.yaml")));

    assertThat(shop)
        .extracting(parsed -> parsed.graph().name())
        .containsExactly("file#Orders", "file#Poller");
    assertThat(findings(shop.get(0))).isEmpty();
    assertThat(findings(shop.get(1)))
        .containsExactly(FindingKind.UNPROVEN_BOUND, FindingKind.NO_WAY_OUT);
    assertThat(GraphLint.lint(shop.get(1)).findings().get(0).line()).isEqualTo(21);
  }

  @Test
  void nodeThatNothingLeadsToIsAWarning() throws IOException {
    GraphFinding finding = GraphLint.lint(fixture("supervisor.langgraph.json")).findings().get(0);

    assertThat(finding.kind()).isEqualTo(FindingKind.UNREACHED);
    assertThat(finding.kind().isError()).isFalse();
    assertThat(finding.cycle()).containsExactly("worker");
    assertThat(finding.reason()).contains("Nothing leads to worker", "path_map", "Command(goto=…)");
  }

  @Test
  void oneRouterWithoutTargetsIsOneFinding() {
    String text =
        """
        {"nodes": [{"id": "__start__"}, {"id": "lead"}, {"id": "coder"}, {"id": "tester"},
                   {"id": "publish"}, {"id": "__end__"}],
         "edges": [{"source": "__start__", "target": "lead"}, {"source": "lead", "target": "__end__"},
                   {"source": "coder", "target": "lead"}, {"source": "tester", "target": "lead"}]}
        """;

    List<GraphFinding> findings = GraphLint.lint(read(text).get(0)).findings();

    assertThat(findings).extracting(GraphFinding::kind).containsExactly(FindingKind.UNREACHED);
    assertThat(findings.get(0).cycle()).containsExactly("coder", "publish", "tester");
    assertThat(findings.get(0).reason())
        .contains("Nothing leads to coder, publish, tester. The edges of lead may be missing")
        .contains("Annotate lead, and");
  }

  @Test
  void finalNodeIsNotNamedAsTheRouter_ifUnreachedNodesReturnToAnother() {
    String text =
        """
        {"nodes": [{"id": "__start__"}, {"id": "lead"}, {"id": "log"}, {"id": "coder"}, {"id": "__end__"}],
         "edges": [{"source": "__start__", "target": "log"}, {"source": "__start__", "target": "lead"},
                   {"source": "log", "target": "__end__"}, {"source": "lead", "target": "__end__"}%s]}
        """;

    assertThat(reason(text.formatted(", {\"source\": \"coder\", \"target\": \"lead\"}")))
        .contains("The edges of lead may");
    assertThat(reason(text.formatted(""))).contains("The edges of lead or log may");
  }

  private static String reason(String text) {
    return GraphLint.lint(read(text).get(0)).findings().get(0).reason();
  }

  @Test
  void unreachedNodesAreOneFinding() {
    String chart = "flowchart TD\n Start --> a --> End\n b --> d\n c --> d\n e --> a\n";

    assertThat(GraphLint.lint(read(chart).get(0)).findings())
        .extracting(GraphFinding::kind, GraphFinding::cycle)
        .containsExactly(tuple(FindingKind.UNREACHED, List.of("b", "c", "e")));
  }

  @Test
  void nodesThatNoEdgeEntersAreStarts_ifNoneIsCalledStart() {
    assertThat(findings(read("flowchart TD\n a --> b\n c --> b\n").get(0))).isEmpty();
    assertThat(findings(read("digraph { Start -> b; c -> b }").get(0)))
        .containsExactly(FindingKind.UNREACHED);
  }

  @Test
  void processOfBpmnMayBeginWhereNoFlowEnters() {
    String process =
        """
        <definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><process id="p">
          <startEvent id="s"/><task id="a"/><task id="undo" isForCompensation="true"/>
          <subProcess id="late" triggeredByEvent="true"><startEvent id="t"/><task id="b"/>
            <sequenceFlow id="f2" sourceRef="t" targetRef="b"/></subProcess>
          <sequenceFlow id="f1" sourceRef="s" targetRef="a"/>
        </process></definitions>
        """;

    assertThat(findings(read(process).get(0))).isEmpty();
  }

  @Test
  void severalNodesWithoutAnEdgeAreAWarning() {
    assertThat(findings(read("flowchart TD\n a\n b\n c\n").get(0)))
        .containsExactly(FindingKind.UNREACHED);
    assertThat(findings(read("flowchart TD\n a\n").get(0))).isEmpty();
  }

  @Test
  void unreachedCycleIsReportedOnce() {
    String text =
        """
        nodes: [START, a, b, c]
        edges:
          - {from: START, to: a}
          - {from: b, to: c}
          - {from: c, to: b}
        """;

    assertThat(GraphLint.lintFindings(read(text).get(0).graph()))
        .filteredOn(finding -> finding.kind() == FindingKind.UNREACHED)
        .extracting(GraphFinding::cycle)
        .containsExactly(List.of("b"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "{\"data\": {\"nodes\": [], \"edges\": []}, \"name\": \"x\"} | a LangFlow flow",
        "app: {mode: chat}\\n"
            + "kind: app\\n"
            + "model_config: {} | a Dify app without a workflow",
        "{\"provider\": \"autogen_agentchat.teams.GraphFlow\", \"component_type\": \"team\","
            + " \"config\": {}} | an AutoGen component",
        "{\"id\": \"light\", \"initial\": \"green\", \"states\": {\"green\": {\"on\": {\"T\":"
            + " \"red\"}}}} | an XState machine",
        "apiVersion: argoproj.io/v1alpha1\\nkind: Workflow\\nspec: {} | an Argo workflow",
        "@startuml\\n[*] --> A\\n@enduml | PlantUML",
        "sequenceDiagram\\n a->>b: hi | a Mermaid sequenceDiagram",
        "[{\"id\": \"1\", \"type\": \"inject\", \"wires\": [[\"2\"]]}] | a Node-RED flow",
        "{\"cells\": [], \"nbformat\": 4} | a Jupyter notebook",
        "{\"nodes\": [{\"id\": \"1\", \"position\": {}}], \"edges\": []} | ^^",
        "{\"anything\": true} | ^^",
        "just words | ^^",
      })
  void otherFormatsAreRefused_byNameIfTheyAreKnown(String text, String name) {
    assertThat(problems(text.replace("\\n", "\n")))
        .isNotEmpty()
        .allSatisfy(problem -> assertThat(problem).contains(name == null ? "" : name));
    assertThat(problems(text.replace("\\n", "\n")).toString()).contains("These are read: BPMN 2.0");
  }

  static Stream<Path> fixtures() throws IOException {
    try (Stream<Path> own = Files.walk(FOLDER);
        Stream<Path> tutorials = Files.walk(GraphFixtures.FOLDER)) {
      return Stream.concat(own, tutorials)
          .filter(Files::isRegularFile)
          .filter(file -> !file.toString().endsWith(".bounds.yaml"))
          .sorted()
          .toList()
          .stream();
    }
  }

  /**
   * A truncated text ends in no crash and no hang. One of a format that has an end is never clean;
   * of others, such as Mermaid, each line may be the last.
   */
  @ParameterizedTest
  @MethodSource("fixtures")
  void truncatedTextIsNeverTakenForAWholeGraph(Path file) throws IOException {
    byte[] whole = Files.readAllBytes(file);
    boolean hasEnd = Stream.of(".json", ".dot", ".gv", ".bpmn").anyMatch(file.toString()::endsWith);
    int last = new String(whole, StandardCharsets.UTF_8).stripTrailing().length() - 1;
    for (int length = STEP; length < last; length += STEP) {
      String text = new String(whole, 0, length, StandardCharsets.UTF_8);

      List<String> problems = problems(text);

      if (hasEnd) {
        assertThat(problems).as("%s, %d bytes", file, length).isNotEmpty();
      } else if (problems.isEmpty()) {
        read(text).forEach(GraphLint::lint);
      }
    }
  }
}
