package dev.eddyline.graph.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddyline.graph.lint.GraphLint;
import dev.eddyline.graph.lint.LintFile;
import dev.eddyline.graph.model.GraphCounter;
import dev.eddyline.graph.model.InvalidGraphException;
import dev.eddyline.graph.model.Node;
import dev.eddyline.graph.model.UnparsedPart;
import dev.eddyline.graph.model.WorkflowGraph;
import dev.eddyline.graph.source.GraphFixtures;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GraphReaderTest {

  private static List<String> describeEdges(String text) {
    return GraphFixtures.read(text).graph().edges().stream()
        .map(edge -> edge.endpointPair().toString())
        .toList();
  }

  @Test
  void mermaidChainsAndNodeGroupsBecomeAnEdgePerPair() {
    assertThat(describeEdges("graph LR; A --> B & C --> D;"))
        .containsExactly("A → B", "A → C", "B → D", "C → D");
  }

  @Test
  void mermaidParsesAllArrowKinds() {
    String chart =
        """
        flowchart TD
          a --> b
          a ---> c
          a ==> d
          a -.-> e
          a --o f
          a --x g
          a <--> h
          a -- some words --> i
          a == "quoted --> words" ==> j
          a -. dots .-> k
          a -->|piped| l
          a e1@--> m
          a ~~~ n
        """;

    assertThat(describeEdges(chart))
        .containsExactly(
            "a → b", "a → c", "a → d", "a → e", "a → f", "a → g", "a → h", "h → a", "a → i",
            "a → j", "a → k", "a → l", "a → m");
    assertThat(GraphFixtures.read(chart).unparsedParts()).isEmpty();
  }

  @Test
  void mermaidParsesAllNodeShapes() {
    String chart =
        """
        flowchart TD
          a[one] --> b(two) --> c([three]) --> d[[four]] --> e[(five)] --> f((six))
          f --> g>seven] --> h{eight} --> i{{nine}} --> j[/ten/] --> k[\\eleven\\] --> l(((twelve)))
          l --> m["`**thirteen** <b>x</b><br/>y`"]:::loud --> 検証["検証<br/>する"]
          検証 --> n@{ shape: rect, label: "fifteen" }
        """;

    assertThat(GraphFixtures.read(chart).unparsedParts()).isEmpty();
    assertThat(GraphFixtures.read(chart).graph().nodes())
        .extracting(Node::label)
        .containsExactly(
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "**thirteen** x y",
            "検証 する",
            "fifteen");
  }

  @Test
  void mermaidHtmlAndScriptsBecomePlainText() {
    WorkflowGraph graph =
        GraphFixtures.read(
                "graph TD\n a[\"<script>alert(1)</script>hi\"] --> b\n click a \"javascript:x\"")
            .graph();

    assertThat(graph.nodes().get(0).label()).isEqualTo("alert(1) hi");
  }

  @Test
  void unparsedMermaidPartIsReportedWithLineAndReason() {
    ParsedGraph reading =
        GraphFixtures.read("graph TD\n a --> b\n !!! what\n b --- c\n b --> [x]\n");

    assertThat(reading.unparsedParts()).extracting(UnparsedPart::line).containsExactly(3, 4, 5);
    assertThat(reading.unparsedParts().get(1).reason()).contains("has no arrow head");
    assertThat(reading.graph().edges()).hasSize(1);
  }

  @Test
  void mermaidDiagramsOtherThanFlowchartsAreRejected() {
    assertThat(problems("sequenceDiagram\n a->>b: hi\n", GraphFormat.MERMAID))
        .containsExactly(
            "line 1: must begin with graph or flowchart, began with 'sequenceDiagram'");
  }

  private static List<String> problems(String text, GraphFormat format) {
    try {
      GraphReader.parseSingleGraph("test", text, Optional.of(format), Optional.empty());
      return List.of();
    } catch (InvalidGraphException wrong) {
      return wrong.problems();
    }
  }

  @Test
  void allYamlProblemsAreReportedWithTheirLines() {
    String yaml =
        """
        name: x
        recursionLimit: 0
        nodes: [plan, work]
        edges:
          - {from: plan, to: wrok}
          - {from: work, to: plan, counter: tries}
          - {form: work, to: plan}
        """;

    assertThat(GraphFixtures.problems(yaml))
        .contains(
            "line 2: recursionLimit: must be ≥ 1, was 0",
            "line 5: unknown node 'wrok'; nearest: work",
            "line 6: unknown counter 'tries'",
            "line 7: edges[2].form: unknown key; nearest: from",
            "line 7: edges[2].from: is required");
  }

  @Test
  void invalidNestedAliasedOrMultipleYamlIsRejected() {
    assertThat(GraphFixtures.problems("nodes: [a\nedges: {"))
        .singleElement()
        .asString()
        .contains("line 2: not valid YAML");
    assertThat(GraphFixtures.problems("nodes: &a [x]\nedges: *a"))
        .containsExactly("line 2: YAML aliases are not allowed");
    assertThat(GraphFixtures.problems("nodes: [x]\n---\nnodes: [y]"))
        .containsExactly("line 2: a second document begins: one graph a file");
    assertThat(GraphFixtures.problems("nodes: [x]\nnodes: [y]"))
        .containsExactly("line 2: key 'nodes' is defined twice");
    assertThat(GraphFixtures.problems("")).containsExactly("holds nothing");
    assertThat(GraphFixtures.problems("just text")).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "- ", "? ", "{a: ", "[\n"})
  void deeplyNestedYamlIsRejectedWithItsLimit_whateverItsFormat(String opening) {
    // Given: not closed, so that only its beginning can have been parsed
    String deep = opening.repeat(5_000);

    // When
    List<String> ofGraph = GraphFixtures.problems("nodes:\n " + deep);
    List<String> ofNoFormat = GraphFixtures.problems("x:\n " + deep);
    ThrowingCallable bounds =
        () ->
            GraphReader.parseSingleGraph(
                "test", "graph TD\n a --> b", Optional.empty(), Optional.of("x:\n " + deep));
    ThrowingCallable lintFile = () -> LintFile.read("lint", "bounds:\n " + deep);

    // Then
    assertThat(List.of(ofGraph, ofNoFormat))
        .allSatisfy(
            problems ->
                assertThat(problems).singleElement().asString().contains("nested deeper than 100"));
    assertThatThrownBy(bounds).hasMessageContaining("nested deeper than 100");
    assertThatThrownBy(lintFile).hasMessageContaining("nested deeper than 100");
  }

  @Test
  void invalidOrNestedJsonIsRejectedWithItsLine() {
    assertThat(GraphFixtures.problems("{\"nodes\": [\n{\"id\": ]"))
        .singleElement()
        .asString()
        .startsWith("line 2: not valid JSON");
    assertThat(GraphFixtures.problems("{\"x\":" + "[".repeat(5_000)))
        .singleElement()
        .asString()
        .contains("nested deeper than 100");
    assertThat(GraphFixtures.problems("{\"StartAt\": ${First}}"))
        .singleElement()
        .asString()
        .contains("A placeholder such as ${…} must be in quotes");
  }

  @Test
  void edgeToAnUnknownNodeIsReported_andTheRestIsRead() {
    ParsedGraph parsed =
        GraphFixtures.read(
            "{\"nodes\":[{\"id\":\"__start__\"},{\"id\":\"a\"}],\"edges\":[{\"source\":\"a\",\"target\":\"b\"}]}");

    assertThat(parsed.unparsedParts())
        .extracting(UnparsedPart::toString)
        .containsExactly("line 1: 'a → b' has an unknown node: b");
    assertThat(parsed.graph().nodes()).hasSize(2);
  }

  @Test
  void xmlWithDoctypeIsRejected() {
    String outside =
        "<?xml version=\"1.0\"?>\n"
            + "<!DOCTYPE d [<!ENTITY x SYSTEM \"file:///etc/hostname\">]>\n"
            + "<d>&x;</d>";
    String laughs =
        "<!DOCTYPE d [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;\"><!ENTITY c"
            + " \"&b;&b;&b;\">]><d>&c;</d>";

    assertThat(GraphFixtures.problems(outside))
        .singleElement()
        .asString()
        .contains("a DOCTYPE is not allowed");
    assertThat(GraphFixtures.problems(laughs))
        .singleElement()
        .asString()
        .contains("a DOCTYPE is not allowed");
  }

  @Test
  void invalidNestedOrNonBpmnXmlIsRejected() {
    assertThat(GraphFixtures.problems("<a><b></a>"))
        .singleElement()
        .asString()
        .contains("not valid XML");
    assertThat(GraphFixtures.problems("<a>".repeat(500)))
        .singleElement()
        .asString()
        .contains("nested deeper than 100");
    assertThat(GraphFixtures.problems("<html/>"))
        .containsExactly("holds no BPMN 2.0 process with a flow");
  }

  @Test
  void tooLongBpmnIdsAreRejectedWithTheirLines() {
    String bpmn =
        """
        <definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL">
          <process id="p">
            <subProcess id="s">
              <startEvent id="%1$s1"/><task id="a"/><endEvent id="%1$s2"/>
            </subProcess>
            <intermediateThrowEvent id="%1$s3"><linkEventDefinition name="l"/></intermediateThrowEvent>
          </process>
        </definitions>
        """
            .formatted("x".repeat(500));

    assertThat(GraphFixtures.problems(bpmn))
        .startsWith(
            "line 4: a node's id must have ≤ 500 characters",
            "line 6: a node's id must have ≤ 500 characters");
  }

  @Test
  void xmlElementsOutsideTheBpmnNamespaceAreIgnored() {
    String bpmn =
        """
        <definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:v="urn:vendor">
          <process id="p">
            <extensionElements><v:subProcess/><v:process/></extensionElements>
            <task id="a"/><task id="b"/>
            <sequenceFlow id="f" sourceRef="a" targetRef="b"/>
          </process>
        </definitions>
        """;

    assertThat(describeEdges(bpmn)).containsExactly("a → b");
  }

  @Test
  void unknownTargetAndMissingNextOfAslAreReported() {
    String asl =
        """
        {"StartAt": "A", "States": {
          "A": {"Type": "Task", "Next": "C"},
          "B": {"Type": "Task"}}}
        """;

    assertThat(GraphFixtures.read(asl).unparsedParts())
        .extracting(UnparsedPart::toString)
        .containsExactly("line 3: 'B' needs Next or End", "line 2: 'A → C' has an unknown node: C");
  }

  @Test
  void aslRetriesBecomeBoundedSelfLoops() {
    String asl =
        """
        {"StartAt": "A", "States": {"A": {"Type": "Task", "End": true,
          "Retry": [{"ErrorEquals": ["x"]}, {"ErrorEquals": ["y"], "MaxAttempts": 4}]}}}
        """;

    assertThat(GraphFixtures.read(asl).graph().counters())
        .containsExactly(GraphCounter.of("Retry of A", 7));
    assertThat(GraphLint.lintFindings(GraphFixtures.read(asl).graph())).isEmpty();
  }

  @Test
  void boundsOfUnknownNodesOrEdgesAreRejected() {
    String bounds = "nodes: {c: {expensive: true}}\nedges:\n  - {from: b, to: a}\n";

    assertThatThrownBy(
            () ->
                GraphReader.parseSingleGraph(
                    "x.mmd", "graph TD\na --> b", Optional.empty(), Optional.of(bounds)))
        .isInstanceOf(InvalidGraphException.class)
        .hasMessageContaining("bounds: line 1: unknown node 'c'")
        .hasMessageContaining("bounds: line 3: the graph has no edge b → a");
  }
}
