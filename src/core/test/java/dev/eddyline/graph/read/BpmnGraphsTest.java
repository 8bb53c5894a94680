package dev.eddyline.graph.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.graph.lint.FindingKind;
import dev.eddyline.graph.lint.GraphFinding;
import dev.eddyline.graph.lint.GraphLint;
import dev.eddyline.graph.model.UnparsedPart;
import dev.eddyline.graph.source.GraphFixtures;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What events, subprocesses and calls of BPMN mean for the findings. */
class BpmnGraphsTest {

  private static String definitions(String processes) {
    return "<definitions xmlns=\"http://www.omg.org/spec/BPMN/20100524/MODEL\">\n"
        + processes
        + "\n</definitions>";
  }

  private static String process(String content) {
    return definitions("<process id=\"p\">" + content + "</process>");
  }

  private static String flows(String... pairs) {
    return Arrays.stream(pairs)
        .map(pair -> pair.split(">"))
        .map(ends -> "<sequenceFlow sourceRef='%s' targetRef='%s'/>".formatted(ends[0], ends[1]))
        .collect(Collectors.joining());
  }

  private static List<ParsedGraph> read(String text) {
    return GraphReader.parseAllGraphs("file", text, Optional.empty(), Optional.empty());
  }

  private static List<FindingKind> kinds(String text) {
    return GraphLint.lint(read(text).get(0)).findings().stream().map(GraphFinding::kind).toList();
  }

  private static List<String> edges(String text) {
    return read(text).get(0).graph().edges().stream()
        .map(edge -> edge.endpointPair().toString())
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"true,", "false, NO_WAY_OUT"})
  void onlyAnInterruptingEventIsAWayOut(boolean interrupts, FindingKind more) {
    String poll =
        process(
            "<startEvent id='s'/><task id='ask'/><task id='wait'/><endEvent id='e'/>"
                + "<boundaryEvent id='late' attachedToRef='ask' cancelActivity='%s'/>"
                    .formatted(interrupts)
                + flows("s>ask", "ask>wait", "wait>ask", "late>e"));

    assertThat(kinds(poll))
        .isEqualTo(
            more == null
                ? List.of(FindingKind.UNBOUNDED_CYCLE)
                : List.of(FindingKind.UNBOUNDED_CYCLE, more));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<userTask id='w'/> | UNPROVEN_BOUND",
        "<manualTask id='w'/> | UNPROVEN_BOUND",
        "<receiveTask id='w'/> | UNPROVEN_BOUND",
        "<serviceTask id='w'/> | UNBOUNDED_CYCLE",
        "<callActivity id='w'/> | UNBOUNDED_CYCLE",
        "<intermediateThrowEvent id='w'/> | UNBOUNDED_CYCLE",
        "<intermediateCatchEvent id='w'><timerEventDefinition/></intermediateCatchEvent>"
            + " | UNPROVEN_BOUND",
        "<intermediateCatchEvent id='w'><messageEventDefinition/></intermediateCatchEvent>"
            + " | UNPROVEN_BOUND",
        "<intermediateCatchEvent id='w'><linkEventDefinition name='l'/></intermediateCatchEvent>"
            + " | UNBOUNDED_CYCLE",
      })
  void cycleThatWaitsInEachRoundMayEnd(String element, FindingKind kind) {
    String text =
        process(
            "<startEvent id='s'/><task id='ask'/>%s<exclusiveGateway id='g' default='d'/>"
                    .formatted(element)
                + "<endEvent id='e'/><sequenceFlow id='d' sourceRef='g' targetRef='ask'/>"
                + "<sequenceFlow sourceRef='g' targetRef='e'>"
                + "<conditionExpression>${done}</conditionExpression></sequenceFlow>"
                + flows("s>ask", "ask>w", "w>g"));

    assertThat(kinds(text)).containsExactly(kind);
  }

  @Test
  void boundsOfANodeKeepThatItWaits() {
    String text =
        process("<userTask id='ask'/><task id='b'/><endEvent id='e'/>" + flows("ask>b", "b>ask"));

    ParsedGraph bounded =
        GraphReader.parseSingleGraph(
            "file", text, Optional.empty(), Optional.of("nodes: {ask: {expensive: true}}"));

    assertThat(bounded.graph().nodes().get(0).waits()).isTrue();
  }

  @Test
  void cycleThroughANonInterruptingEventIsFound() {
    String again =
        process(
            "<startEvent id='s'/><task id='ask'/><endEvent id='e'/>"
                + "<boundaryEvent id='late' attachedToRef='ask' cancelActivity='false'/>"
                + flows("s>ask", "ask>e", "late>ask"));

    assertThat(kinds(again)).containsExactly(FindingKind.UNBOUNDED_CYCLE);
  }

  @Test
  void nonInterruptingTimerDoesNotBoundItsSubprocess() {
    String poll =
        process(
            "<startEvent id='s'/><subProcess id='poll'><task id='ask'/><task id='wait'/>"
                + flows("ask>wait", "wait>ask")
                + "</subProcess><endEvent id='e'/>"
                + "<boundaryEvent id='late' attachedToRef='poll' cancelActivity='%s'>"
                + "<timerEventDefinition/></boundaryEvent>"
                + flows("s>poll", "late>e"));

    assertThat(kinds(poll.formatted("false")))
        .containsExactly(FindingKind.UNBOUNDED_CYCLE, FindingKind.NO_WAY_OUT);
    assertThat(kinds(poll.formatted("true"))).isEmpty();
  }

  @Test
  void timerKeepsTheDefaultOfAGateway() {
    String poll =
        process(
            "<startEvent id='s'/><subProcess id='poll'><task id='ask'/>"
                + "<exclusiveGateway id='g' default='d'/><endEvent id='done'/>"
                + "<sequenceFlow id='d' sourceRef='g' targetRef='done'/>"
                + "<sequenceFlow sourceRef='g' targetRef='ask'>"
                + "<conditionExpression>${busy}</conditionExpression></sequenceFlow>"
                + flows("ask>g")
                + "</subProcess><endEvent id='e'/><boundaryEvent id='late' attachedToRef='poll'>"
                + "<timerEventDefinition/></boundaryEvent>"
                + flows("s>poll", "poll>e", "late>e"));

    assertThat(kinds(poll)).isEmpty();
  }

  @Test
  void taskThatNoFlowLeavesEndsItsSubprocess() {
    String text =
        process(
            "<subProcess id='outer'><task id='a'/><subProcess id='inner'><task id='b'/>"
                + "<boundaryEvent id='late' attachedToRef='b'/><task id='c'/>"
                + flows("late>c")
                + "</subProcess>"
                + flows("a>inner")
                + "</subProcess><task id='next'/>"
                + flows("outer>next"));

    assertThat(edges(text))
        .containsExactlyInAnyOrder(
            "late → c", "a → inner", "b → late", "outer → a", "inner → b", "b → next", "c → next");
    assertThat(kinds(text)).isEmpty();
  }

  @Test
  void endlessSubprocessDoesNotGoOn() {
    String text =
        process(
            "<subProcess id='poll'><task id='a'/><task id='b'/>"
                + flows("a>b", "b>a")
                + "</subProcess><task id='next'/>"
                + flows("poll>next"));

    assertThat(kinds(text)).containsExactly(FindingKind.UNBOUNDED_CYCLE, FindingKind.NO_WAY_OUT);
  }

  @Test
  void processThatCallsItselfIsACycle() {
    String call =
        process(
            "<startEvent id='s'/><callActivity id='deeper' calledElement='%s'/><endEvent id='e'/>"
                + flows("s>deeper", "deeper>e"));

    assertThat(kinds(call.formatted("p"))).containsExactly(FindingKind.UNBOUNDED_CYCLE);
    assertThat(kinds(call.formatted("other"))).isEmpty();
  }

  @Test
  void processesThatCallEachOtherAreCycles() {
    String call = "<process id='%s'><callActivity id='%s' calledElement='%s'/></process>";
    String mutual = call.formatted("p", "a", "q") + call.formatted("q", "b", "p");
    String chain = call.formatted("p", "a", "q") + call.formatted("q", "b", "r");

    assertThat(read(definitions(mutual)))
        .allSatisfy(
            graph ->
                assertThat(GraphLint.lint(graph).findings())
                    .extracting(GraphFinding::kind)
                    .containsExactly(FindingKind.UNBOUNDED_CYCLE));
    assertThat(read(definitions(chain)))
        .allSatisfy(graph -> assertThat(GraphLint.lint(graph).findings()).isEmpty());
  }

  @Test
  void danglingReferenceIsReported_andTheRestIsRead() {
    String text =
        definitions(
            "<process id='bad' name='Bad'><task id='a'/>\n"
                + flows("a>nowhere")
                + "</process><process id='good' name='Good'><task id='b'/></process>");

    List<ParsedGraph> graphs = read(text);

    assertThat(graphs).extracting(parsed -> parsed.graph().name()).containsExactly("Bad", "Good");
    assertThat(graphs.get(0).unparsedParts())
        .extracting(UnparsedPart::toString)
        .containsExactly("line 3: 'a → nowhere' has an unknown node: nowhere");
  }

  /** Work that grows with the square of the file would take hours. */
  @Test
  void manySubprocessesWithTimersAreNoHang() {
    int count = 3_000;
    String one =
        "<subProcess id='s%1$d'><task id='a%1$d'/></subProcess><boundaryEvent id='t%1$d'"
            + " attachedToRef='s%1$d'><timerEventDefinition/></boundaryEvent><sequenceFlow"
            + " id='f%1$d' sourceRef='s%1$d' targetRef='e'/>";
    String all =
        IntStream.range(0, count).mapToObj(one::formatted).collect(Collectors.joining("\n"));

    assertThat(GraphFixtures.problems(process("<endEvent id='e'/>" + all)))
        .contains("a graph must have ≤ 1000 counters, had " + count);
  }
}
