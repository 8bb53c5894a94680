package dev.eddyline.graph.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.graph.lint.GraphLint;
import dev.eddyline.graph.read.GraphReader;
import dev.eddyline.graph.read.ParsedGraph;
import dev.eddyline.graph.source.GraphFixtures;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Remedies in the format of the file: written into it, they remove the finding. */
class RemedyInFormatTest {

  private static List<String> lines(ParsedGraph parsed) {
    return lines("file", parsed);
  }

  private static List<String> lines(String file, ParsedGraph parsed) {
    LintedGraph linted = new LintedGraph(file, parsed, GraphLint.lint(parsed), Map.of(), List.of());
    return RemedyInFormat.lines(linted, linted.findings().get(0).remedies().get(0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "flowchart TD\nmake[Make it] --> check[Check it]\ncheck --> make\ncheck --> done\n",
        "flowchart TD\nmake --> check\ncheck --> make\n",
        "stateDiagram-v2\n[*] --> make\nmake --> check\ncheck --> make\ncheck --> [*]\n",
        "stateDiagram-v2\nmake --> check\ncheck --> make\n",
        "stateDiagram-v2\nmake --> check\ncheck --> make\ncheck --> done\n",
        "stateDiagram-v2\nstate Busy {\n[*] --> a\na --> [*]\n}\nIdle --> Busy\nBusy --> Idle\n"
            + "Busy --> done\n",
        "flowchart TD\nmake --> check\ncheck -->|no| make\ncheck --> done\n",
        "digraph {\nmake -> check\ncheck -> make\ncheck -> done\n}\n",
        "digraph {\nmake -> check\ncheck -> make [label=\"not good\"]\ncheck -> done\n}\n",
      })
  void linesOfTheRemedyMakeTheFileClean(String text) {
    // Given
    ParsedGraph parsed = GraphFixtures.read(text);
    int line = GraphLint.lint(parsed).findings().get(0).line();

    // When
    List<String> changed = new ArrayList<>(Arrays.asList(text.split("\n")));
    changed.remove(line - 1);
    changed.addAll(line - 1, lines(parsed));

    // Then
    assertThat(GraphLint.lint(GraphFixtures.read(String.join("\n", changed) + "\n")).findings())
        .as(changed.toString())
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tutorials/09-order.bpmn | the condition ${(!arrived) && Arrived_retry_count < 5} for the flow",
        "tutorials/01-react-agent.langgraph.json | if state[\"assistant_retry_count\"] >=",
      })
  void otherFormatsNameWhatToWrite(String file, String written) {
    // a cycle that waits for a person gets no remedy
    String text =
        GraphFixtures.text(GraphFixtures.FOLDER.resolve(file)).replace("userTask", "task");

    assertThat(lines(GraphFixtures.read(text))).anyMatch(line -> line.contains(written));
  }

  @Test
  void boundsOfAGraphDoNotChangeTheSyntaxOfItsRemedies() {
    String text = "stateDiagram-v2\nmake --> check\ncheck --> make\ncheck --> done\n";
    ParsedGraph parsed =
        GraphReader.parseSingleGraph(
            "file", text, Optional.empty(), Optional.of("recursionLimit: 50\n"));

    assertThat(lines(parsed)).anyMatch(line -> line.contains(" --> make : "));
    assertThat(lines(GraphFixtures.read(text.replace("stateDiagram-v2", "flowchart TD"))))
        .noneMatch(line -> line.contains(" : "));
  }

  @Test
  void defaultFlowGetsAConditionAndIsNotTheDefault() {
    String process =
        """
        <definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><process id="p">
        <startEvent id="s"/><task id="ask"/><exclusiveGateway id="g" default="%s"/><endEvent id="e"/>
        <sequenceFlow id="f1" sourceRef="s" targetRef="ask"/>
        <sequenceFlow id="f2" sourceRef="ask" targetRef="g"/>
        <sequenceFlow id="f3" sourceRef="g" targetRef="ask"/>
        <sequenceFlow id="f4" sourceRef="g" targetRef="e"/>
        </process></definitions>
        """;

    String bound = "the condition ${g_retry_count < 5} for the flow g → ask";
    assertThat(lines(GraphFixtures.read(process.formatted("f3"))))
        .containsExactly(bound + ", and another flow as the default of g");
    assertThat(lines(GraphFixtures.read(process.formatted("f4")))).containsExactly(bound);
  }

  private static final String POLLER =
      """
      {"StartAt": "Ask", "States": {
        "Ask": {"Type": "Task", "Resource": "r", "ResultPath": "$.answer", %s},
        "Done?": {"Type": "Choice", "Choices": [{"Variable": "$.answer", "StringEquals": "DONE",
          "Next": %s}], "Default": %s},
        "End": {"Type": "Succeed"}}}
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "\"Next\": \"Done?\" | \"Ask\" | \"End\" | in the choice to Ask: {\"And\": […, {",
        "\"Next\": \"Done?\" | \"End\" | \"Ask\" | a last choice" + " {\"Variable\":",
        "\"Next\": \"Ask\" | \"End\" | \"End\" | a Choice state with" + " {\"Variable\":",
      })
  void remedyOfAStateMachineNamesTheKindOfTransition(
      String next, String choice, String otherwise, String written) {
    ParsedGraph parsed = GraphFixtures.read(POLLER.formatted(next, choice, otherwise));

    assertThat(lines("poll.asl.json", parsed)).singleElement().asString().startsWith(written);
  }

  @ParameterizedTest
  @CsvSource({"JSONPath", "JSONata"})
  void choiceInPlaceOfTheDefaultMakesTheFileClean(String language) {
    String poller = POLLER.formatted("\"Next\": \"Done?\"", "\"End\"", "\"Ask\"");
    if (language.equals("JSONata")) {
      poller =
          poller
              .replace(
                  "\"Variable\": \"$.answer\", \"StringEquals\": \"DONE\"",
                  "\"Condition\": \"{% $states.input = 'DONE' %}\"")
              .replace("{\"StartAt\"", "{\"QueryLanguage\": \"JSONata\", \"StartAt\"");
    }
    String line = lines(GraphFixtures.read(poller)).get(0);
    String choice = line.substring(line.indexOf('{'), line.indexOf(", and a Default"));

    String mended =
        poller.replace("}], \"Default\": \"Ask\"", "}, " + choice + "], \"Default\": \"End\"");

    assertThat(GraphLint.lint(GraphFixtures.read(mended)).findings()).isEmpty();
  }

  @Test
  void loopOfAnActivityGetsItsMaximum_andABoundaryEventNoCondition() {
    String process =
        """
        <definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><process id="p">
        <startEvent id="s"/><task id="ask">%s</task><endEvent id="e"/>%s
        <sequenceFlow id="f1" sourceRef="s" targetRef="ask"/>
        <sequenceFlow id="f2" sourceRef="ask" targetRef="e"/>
        </process></definitions>
        """;
    String boundary =
        "<boundaryEvent id='b' attachedToRef='ask'/><sequenceFlow id='f3' sourceRef='b'"
            + " targetRef='ask'/>";

    assertThat(lines(GraphFixtures.read(process.formatted("<standardLoopCharacteristics/>", ""))))
        .containsExactly("loopMaximum=\"5\" at the loop of ask");
    assertThat(lines(GraphFixtures.read(process.formatted("", boundary))))
        .noneMatch(line -> line.contains("ask → b"));
  }
}
