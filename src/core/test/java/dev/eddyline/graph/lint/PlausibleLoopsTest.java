package dev.eddyline.graph.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.graph.model.NodePair;
import dev.eddyline.graph.source.GraphFixtures;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is a warning in drawings: tools of agents, questions for a bound, nodes without a way. */
class PlausibleLoopsTest {

  private static List<FindingKind> kinds(String text) {
    return GraphLint.lint(GraphFixtures.read(text)).findings().stream()
        .map(GraphFinding::kind)
        .toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "flowchart TD\n agent --> tools\n tools --> agent\n agent --> done\n",
        "flowchart TD\n agent -->|tool calls| run --> agent\n agent --> done\n",
        "flowchart TD\n m[LLM] --> c{Which?}\n c -->|no function call| done\n c --> a --> m\n",
        "digraph { agent -> x; x [label=\"Call tools\"]; x -> agent; agent -> done }",
        "flowchart TD\n ask --> c{?}\n c -->|no tool calls| done\n c -->|report| report\n"
            + " c --> run\n run --> ask\n",
        "flowchart TD\n SupportChatbot2 --> tools --> SupportChatbot2 --> done\n",
        "flowchart TD\n callLLM --> tools --> callLLM --> done\n",
      })
  void agentAndItsToolsAreAWarning(String text) {
    assertThat(kinds(text)).containsExactly(FindingKind.ONLY_RUN_LIMIT);
    assertThat(GraphLint.lint(GraphFixtures.read(text)).findings().get(0).reason())
        .contains("recursion_limit");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "flowchart TD\n agent --> toolshed\n toolshed --> agent\n agent --> done\n",
        "flowchart TD\n build --> tools\n tools --> build\n build --> done\n",
        "flowchart TD\n robot --> tools\n tools --> robot\n robot --> done\n",
        "flowchart TD\n ask --> c{?}\n c -->|no tool calls| done\n c -->|tests fail| ask\n",
        "flowchart TD\n agent -->|tool calls failed, retry| agent\n agent --> done\n",
        "flowchart TD\n plan --> tools\n tools --> review\n review --> plan\n review --> done\n",
      })
  void otherCyclesThroughToolsAreErrors(String text) {
    assertThat(kinds(text)).containsExactly(FindingKind.UNBOUNDED_CYCLE);
  }

  @Test
  void endlessCycleBesideTheToolsOfAnAgentIsAnError() {
    assertThat(
            kinds(
                "flowchart TD\n agent --> tools\n tools --> agent\n agent --> check\n check -->"
                    + " agent\n check --> done\n"))
        .containsExactly(FindingKind.UNBOUNDED_CYCLE, FindingKind.ONLY_RUN_LIMIT);
    assertThat(
            kinds(
                "flowchart TD\n agent -->|tool calls| tools --> agent\n agent -->|draft| critic"
                    + " -->|bad| agent\n critic --> done\n"))
        .containsExactly(FindingKind.UNBOUNDED_CYCLE, FindingKind.ONLY_RUN_LIMIT);
  }

  @Test
  void callOfToolsIsTheEdgeToChange_howeverManyToolsThereAre() {
    List<GraphFinding> findings =
        GraphLint.lint(
                GraphFixtures.read(
                    "flowchart TD\n ask --> c{?}\n c -->|no tool calls| done\n c --> which{?}\n"
                        + " which -->|search| s --> ask\n which -->|run| r --> ask\n"))
            .findings();

    assertThat(findings).singleElement();
    assertThat(findings.get(0).edgesToChange()).containsExactly(new NodePair("c", "which"));
  }

  @Test
  void questionForABoundIsUnproven() {
    assertThat(
            kinds(
                "flowchart TD\n plan --> act --> max{Max rounds reached?}\n max -->|no| plan\n max"
                    + " -->|yes| done\n"))
        .containsExactly(FindingKind.UNPROVEN_BOUND);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "digraph { a -> b; b -> c; x; y }",
        "flowchart TD\n a --> b\n subgraph S\n x\n y\n end\n",
        "nodes: [a, b, x, y]\nedges: [{from: a, to: b}]\n",
        "<definitions xmlns=\"http://www.omg.org/spec/BPMN/20100524/MODEL\"><process id=\"p\">"
            + "<startEvent id=\"a\"/><task id=\"b\"/><task id=\"x\"/><task id=\"y\"/>"
            + "<sequenceFlow id=\"f\" sourceRef=\"a\" targetRef=\"b\"/></process></definitions>",
      })
  void nodesWithoutAWayAreOneWarning(String text) {
    List<GraphFinding> findings = GraphLint.lint(GraphFixtures.read(text)).findings();

    assertThat(findings).extracting(GraphFinding::kind).containsExactly(FindingKind.UNREACHED);
    assertThat(findings.get(0).kind().isError()).isFalse();
    assertThat(findings.get(0).cycle()).containsExactly("x", "y");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<task id='x' isForCompensation='true'/>",
        "<boundaryEvent id='x' attachedToRef='b' cancelActivity='false'/>",
        "<subProcess id='x' triggeredByEvent='true'><startEvent id='y'/></subProcess>",
        "<adHocSubProcess id='x'><task id='y'/><task id='z'/></adHocSubProcess>"
            + "<sequenceFlow id='g' sourceRef='b' targetRef='x'/>",
      })
  void nodeOfBpmnThatSomethingElseThanAFlowBeginsIsReached(String element) {
    String process =
        """
        <definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><process id="p">
        <startEvent id="a"/><task id="b"/>%s
        <sequenceFlow id="f" sourceRef="a" targetRef="b"/></process></definitions>
        """;

    assertThat(kinds(process.formatted(element))).doesNotContain(FindingKind.UNREACHED);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "${good}            | ${!good}             | false",
        "${good}            | ${ not good }        | false",
        "${x == 'a'}        | ${x != 'a'}          | false",
        "${n &lt; 5}        | ${n >= 5}            | false",
        "${good}            | ${bad}               | true",
        "${x == 'a'}        | ${x == 'b'}          | true",
      })
  void oppositeConditionsNeedNoDefault(String one, String other, boolean isMissing) {
    String process =
        """
        <definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><process id="p">
        <startEvent id="a"/><exclusiveGateway id="g"/><task id="x"/><task id="y"/>
        <sequenceFlow id="f" sourceRef="a" targetRef="g"/>
        <sequenceFlow id="f1" sourceRef="g" targetRef="x"><conditionExpression>%s</conditionExpression></sequenceFlow>
        <sequenceFlow id="f2" sourceRef="g" targetRef="y"><conditionExpression>%s</conditionExpression></sequenceFlow>
        </process></definitions>
        """;

    String named = process.replace("id=\"f1\"", "id=\"f1\" name=\"complete\"");
    for (String text : List.of(process, named)) {
      assertThat(kinds(text.formatted(one, other)).contains(FindingKind.NO_DEFAULT))
          .isEqualTo(isMissing);
    }
  }

  @Test
  void flowsNamedYesAndNoNeedNoDefault_whateverTheirExpressions() {
    String process =
        """
        <definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><process id="p">
        <startEvent id="a"/><exclusiveGateway id="g"/><task id="x"/><task id="y"/>
        <sequenceFlow id="f" sourceRef="a" targetRef="g"/>
        <sequenceFlow id="f1" name="Ja" sourceRef="g" targetRef="x"><conditionExpression>weight (kg) &gt; 5</conditionExpression></sequenceFlow>
        <sequenceFlow id="f2" name="Nein" sourceRef="g" targetRef="y"><conditionExpression>else</conditionExpression></sequenceFlow>
        </process></definitions>
        """;

    assertThat(kinds(process)).isEmpty();
  }

  @Test
  void danglingEdgeHidesNoLoop() {
    String flow =
        """
        {"nodes": [{"name": "A", "type": "n8n-nodes-base.manualTrigger"},
          {"name": "B", "type": "n8n-nodes-base.set"}],
         "connections": {"A": {"main": [[{"node": "B"}]]},
          "B": {"main": [[{"node": "A"}, {"node": "Gone"}]]}}}
        """;

    assertThat(kinds(flow)).contains(FindingKind.UNBOUNDED_CYCLE);
    assertThat(GraphFixtures.read(flow).unparsedParts())
        .singleElement()
        .asString()
        .contains("B → Gone", "has an unknown node");
  }
}
