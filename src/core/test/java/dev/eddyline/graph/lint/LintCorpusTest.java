package dev.eddyline.graph.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.graph.read.GraphReader;
import dev.eddyline.graph.read.ParsedGraph;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Ten workflows in each format, half of them sound, half with a planted endless loop: no planted
 * loop is missed, and no sound graph is called an error.
 */
class LintCorpusTest {

  private static final String START = "start";
  private static final String DONE = "done";

  /**
   * A workflow.
   *
   * @param edges {@code from>to}, or {@code from>to<N} for a loop that is taken less than N times
   * @param isEndless whether one of its loops has no bound
   */
  private record Workflow(String name, boolean isEndless, List<Edge> edges) {

    static Workflow sound(String name, String... edges) {
      return new Workflow(name, false, Stream.of(edges).map(Edge::of).toList());
    }

    static Workflow endless(String name, String... edges) {
      return new Workflow(name, true, Stream.of(edges).map(Edge::of).toList());
    }

    Set<String> nodes() {
      Set<String> nodes = new LinkedHashSet<>();
      edges.forEach(edge -> nodes.addAll(List.of(edge.from, edge.to)));
      return nodes;
    }

    List<Edge> leaving(String node) {
      return edges.stream().filter(edge -> edge.from.equals(node)).toList();
    }
  }

  /**
   * An edge.
   *
   * @param below the loop is taken less than this many times; 0: no bound
   */
  private record Edge(String from, String to, int below) {
    static Edge of(String written) {
      String[] parts = written.split("[><]");
      return new Edge(parts[0], parts[1], parts.length > 2 ? Integer.parseInt(parts[2]) : 0);
    }
  }

  private static final List<Workflow> WORKFLOWS =
      List.of(
          Workflow.sound("letter", "start>write", "write>send", "send>done"),
          Workflow.sound("report", "start>draft", "draft>check", "check>draft<3", "check>done"),
          Workflow.sound(
              "release",
              "start>build",
              "build>test",
              "test>fix<4",
              "fix>build",
              "test>ship",
              "ship>done"),
          Workflow.sound(
              "order",
              "start>pick",
              "pick>pack",
              "pick>refund",
              "pack>deliver",
              "deliver>pack<2",
              "deliver>done",
              "refund>done"),
          Workflow.sound(
              "research",
              "start>ask",
              "ask>search",
              "search>ask<5",
              "search>write",
              "write>review",
              "review>write<2",
              "review>done"),
          Workflow.endless("poll", "start>ask", "ask>wait", "wait>ask", "ask>done"),
          Workflow.endless(
              "debate", "start>pro", "pro>contra", "contra>pro", "contra>judge", "judge>done"),
          Workflow.endless(
              "repair",
              "start>build",
              "build>test",
              "test>fix<3",
              "fix>build",
              "test>ship",
              "ship>test",
              "ship>done"),
          Workflow.endless("retry", "start>call", "call>call", "call>done"),
          Workflow.endless(
              "plan",
              "start>plan",
              "plan>act",
              "act>look",
              "look>plan",
              "look>act<3",
              "look>done"));

  /** Writes a workflow in a format. */
  private interface Writer {
    String write(Workflow workflow);
  }

  /**
   * A format.
   *
   * @param endless kind of the finding of an endless loop in it
   */
  private record Format(String name, Writer writer, FindingKind endless) {}

  private static final List<Format> FORMATS =
      List.of(
          new Format("YAML", LintCorpusTest::yaml, FindingKind.UNBOUNDED_CYCLE),
          new Format("Mermaid", LintCorpusTest::mermaid, FindingKind.UNBOUNDED_CYCLE),
          new Format("Markdown", LintCorpusTest::markdown, FindingKind.UNBOUNDED_CYCLE),
          new Format("state diagram", LintCorpusTest::stateDiagram, FindingKind.UNBOUNDED_CYCLE),
          new Format("DOT", LintCorpusTest::dot, FindingKind.UNBOUNDED_CYCLE),
          new Format("BPMN", LintCorpusTest::bpmn, FindingKind.UNBOUNDED_CYCLE),
          new Format("ASL", LintCorpusTest::asl, FindingKind.UNBOUNDED_CYCLE),
          new Format("LangGraph", LintCorpusTest::langGraph, FindingKind.ONLY_RUN_LIMIT),
          new Format("n8n", LintCorpusTest::n8n, FindingKind.UNBOUNDED_CYCLE),
          new Format("Flowise", LintCorpusTest::flowise, FindingKind.UNBOUNDED_CYCLE),
          new Format("Dify", LintCorpusTest::dify, FindingKind.UNBOUNDED_CYCLE));

  @TestFactory
  List<DynamicTest> plantedLoopsAreFound_andSoundGraphsAreNoErrors() {
    List<DynamicTest> tests = new ArrayList<>();
    for (Format format : FORMATS) {
      for (Workflow workflow : WORKFLOWS) {
        tests.add(
            DynamicTest.dynamicTest(
                format.name + ", " + workflow.name, () -> judge(format, workflow)));
      }
    }
    return tests;
  }

  private static void judge(Format format, Workflow workflow) {
    String text = format.writer.write(workflow);
    ParsedGraph parsed =
        GraphReader.parseSingleGraph("corpus", text, Optional.empty(), bounds(format, workflow));

    List<GraphFinding> findings = GraphLint.lint(parsed).findings();

    assertThat(parsed.unparsedParts()).isEmpty();
    if (workflow.isEndless) {
      assertThat(findings).as(text).extracting(GraphFinding::kind).contains(format.endless);
    } else {
      assertThat(findings).as(text).noneMatch(finding -> finding.kind().isError());
    }
  }

  /** Bounds for formats that have none for a loop of this kind. */
  private static Optional<String> bounds(Format format, Workflow workflow) {
    boolean hasBounds = !Set.of("LangGraph", "Dify").contains(format.name);
    StringBuilder counters = new StringBuilder("counters:\n");
    StringBuilder edges = new StringBuilder("edges:\n");
    boolean isBounded = false;
    for (Edge edge : workflow.edges) {
      if (edge.below > 0) {
        isBounded = true;
        String counter = "c_" + edge.from + "_" + edge.to;
        counters.append("  %s: {max: %d}%n".formatted(counter, edge.below));
        edges.append(
            "  - {from: %s, to: %s, counter: %s}%n"
                .formatted(id(format, edge.from), id(format, edge.to), counter));
      }
    }
    return hasBounds || !isBounded ? Optional.empty() : Optional.of(counters.toString() + edges);
  }

  private static String id(Format format, String node) {
    return format.name.equals("LangGraph") ? langGraphId(node) : node;
  }

  private static String yaml(Workflow workflow) {
    StringBuilder text = new StringBuilder("nodes: [");
    text.append(String.join(", ", workflow.nodes())).append("]\nentry: [start]\ncounters:\n");
    workflow.edges.stream()
        .filter(edge -> edge.below > 0)
        .forEach(
            edge ->
                text.append("  c_%s_%s: {max: %d}%n".formatted(edge.from, edge.to, edge.below)));
    text.append("  unused: {max: 1}\nedges:\n");
    for (Edge edge : workflow.edges) {
      text.append("  - {from: %s, to: %s, routed: true".formatted(edge.from, edge.to));
      text.append(edge.below > 0 ? ", counter: c_%s_%s}%n".formatted(edge.from, edge.to) : "}\n");
    }
    return text.toString();
  }

  private static String label(Edge edge) {
    return edge.below > 0 ? "retry_count < " + edge.below : "";
  }

  private static String mermaid(Workflow workflow) {
    StringBuilder text = new StringBuilder("flowchart TD\n  start([Start])\n");
    for (Edge edge : workflow.edges) {
      String label = label(edge).isEmpty() ? "" : "|" + label(edge) + "|";
      text.append("  %s -->%s %s%n".formatted(edge.from, label, edge.to));
    }
    return text.toString();
  }

  private static String markdown(Workflow workflow) {
    return "# "
        + workflow.name
        + "\n\n1. Its chart:\n\n   ```mermaid\n"
        + mermaid(workflow).indent(3)
        + "   ```\n";
  }

  private static String stateDiagram(Workflow workflow) {
    StringBuilder text = new StringBuilder("stateDiagram-v2\n  [*] --> start\n");
    for (Edge edge : workflow.edges) {
      String label = label(edge).isEmpty() ? "" : " : " + label(edge);
      text.append("  %s --> %s%s%n".formatted(edge.from, edge.to, label));
    }
    return text.append("  done --> [*]\n").toString();
  }

  private static String dot(Workflow workflow) {
    StringBuilder text = new StringBuilder("digraph {\n");
    for (Edge edge : workflow.edges) {
      text.append("  %s -> %s [label=\"%s\"];%n".formatted(edge.from, edge.to, label(edge)));
    }
    return text.append("}\n").toString();
  }

  private static String bpmn(Workflow workflow) {
    StringBuilder text =
        new StringBuilder(
            "<definitions xmlns=\"http://www.omg.org/spec/BPMN/20100524/MODEL\"><process"
                + " id=\"p\">\n");
    StringBuilder flows = new StringBuilder();
    int number = 0;
    for (String node : workflow.nodes()) {
      String element = node.equals(START) ? "startEvent" : node.equals(DONE) ? "endEvent" : "task";
      boolean isFork = workflow.leaving(node).size() > 1;
      text.append("<%s id=\"%s\"/>%n".formatted(element, node));
      if (isFork) {
        text.append("<exclusiveGateway id=\"%s_fork\"/>%n".formatted(node));
        flows.append(flow(number++, node, node + "_fork", ""));
      }
      for (Edge edge : workflow.leaving(node)) {
        String condition =
            edge.below == 0
                ? ""
                : "<conditionExpression>${retryCount &lt; %d}</conditionExpression>"
                    .formatted(edge.below);
        flows.append(flow(number++, isFork ? node + "_fork" : node, edge.to, condition));
      }
    }
    return text.append(flows).append("</process></definitions>").toString();
  }

  private static String flow(int number, String from, String to, String condition) {
    return "<sequenceFlow id=\"f%d\" sourceRef=\"%s\" targetRef=\"%s\">%s</sequenceFlow>%n"
        .formatted(number, from, to, condition);
  }

  private static String asl(Workflow workflow) {
    StringBuilder text = new StringBuilder("{\"StartAt\": \"start\", \"States\": {\n");
    List<String> states = new ArrayList<>();
    for (String node : workflow.nodes()) {
      List<Edge> leaving = workflow.leaving(node);
      String count =
          "\"Type\": \"Pass\", \"Parameters\": {\"n.$\": \"States.MathAdd($.%s.n, 1)\"}, \"ResultPath\": \"$.%s\""
              .formatted(node, node);
      if (node.equals(DONE)) {
        states.add("\"done\": {\"Type\": \"Succeed\"}");
      } else if (leaving.size() == 1) {
        states.add("\"%s\": {%s, \"Next\": \"%s\"}".formatted(node, count, leaving.get(0).to));
      } else {
        states.add("\"%s\": {%s, \"Next\": \"%s?\"}".formatted(node, count, node));
        StringBuilder choices = new StringBuilder();
        for (Edge edge : leaving.subList(0, leaving.size() - 1)) {
          String rule =
              edge.below > 0
                  ? "\"Variable\": \"$.%s.n\", \"NumericLessThan\": %d".formatted(node, edge.below)
                  : "\"Variable\": \"$.way\", \"StringEquals\": \"%s\"".formatted(edge.to);
          choices.append(choices.isEmpty() ? "" : ", ");
          choices.append("{%s, \"Next\": \"%s\"}".formatted(rule, edge.to));
        }
        states.add(
            "\"%s?\": {\"Type\": \"Choice\", \"Choices\": [%s], \"Default\": \"%s\"}"
                .formatted(node, choices, leaving.get(leaving.size() - 1).to));
      }
    }
    return text.append(String.join(",\n", states)).append("}}").toString();
  }

  private static String langGraphId(String node) {
    return node.equals(START) ? "__start__" : node.equals(DONE) ? "__end__" : node;
  }

  private static String langGraph(Workflow workflow) {
    List<String> nodes = new ArrayList<>();
    for (String node : workflow.nodes()) {
      nodes.add("{\"id\": \"%s\", \"type\": \"runnable\"}".formatted(langGraphId(node)));
    }
    List<String> edges = new ArrayList<>();
    for (Edge edge : workflow.edges) {
      edges.add(
          "{\"source\": \"%s\", \"target\": \"%s\", \"conditional\": %s}"
              .formatted(
                  langGraphId(edge.from),
                  langGraphId(edge.to),
                  workflow.leaving(edge.from).size() > 1));
    }
    return "{\"nodes\": %s, \"edges\": %s}".formatted(nodes, edges);
  }

  private static String n8n(Workflow workflow) {
    List<String> nodes = new ArrayList<>();
    List<String> connections = new ArrayList<>();
    for (String node : workflow.nodes()) {
      List<Edge> leaving = workflow.leaving(node);
      String type = node.equals(START) ? "manualTrigger" : leaving.size() > 1 ? "switch" : "set";
      List<String> rules = leaving.stream().map(LintCorpusTest::n8nRule).toList();
      nodes.add(
          "{\"id\": \"%s-1\", \"name\": \"%s\", \"type\": \"n8n-nodes-base.%s\", \"parameters\": {\"rules\": {\"values\": %s}}}"
              .formatted(node, node, type, rules));
      List<String> outputs = new ArrayList<>();
      leaving.forEach(
          edge -> outputs.add("[{\"node\": \"%s\", \"type\": \"main\"}]".formatted(edge.to)));
      connections.add("\"%s\": {\"main\": %s}".formatted(node, outputs));
    }
    return "{\"nodes\": %s, \"connections\": {%s}}"
        .formatted(nodes, String.join(", ", connections));
  }

  private static String n8nRule(Edge edge) {
    return edge.below == 0
        ? "{}"
        : "{\"conditions\": {\"conditions\": [{\"leftValue\": \"={{ $runIndex }}\", \"rightValue\": %d, \"operator\": {\"type\": \"number\", \"operation\": \"lt\"}}]}}"
            .formatted(edge.below);
  }

  private static String dify(Workflow workflow) {
    StringBuilder text = new StringBuilder("kind: app\nworkflow:\n  graph:\n    nodes:\n");
    for (String node : workflow.nodes()) {
      String type =
          node.equals(START)
              ? "start"
              : node.equals(DONE) ? "end" : workflow.leaving(node).size() > 1 ? "if-else" : "llm";
      text.append(
          "    - {id: %s, type: custom, data: {type: %s, title: %s}}%n"
              .formatted(node, type, node));
    }
    text.append("    edges:\n");
    for (Edge edge : workflow.edges) {
      text.append("    - {source: %s, target: %s}%n".formatted(edge.from, edge.to));
    }
    return text.toString();
  }

  private static String flowise(Workflow workflow) {
    List<String> nodes = new ArrayList<>();
    List<String> edges = new ArrayList<>();
    for (String node : workflow.nodes()) {
      String type =
          node.equals(START)
              ? "startAgentflow"
              : workflow.leaving(node).size() > 1 ? "conditionAgentflow" : "llmAgentflow";
      nodes.add(flowiseNode(node, type, ""));
    }
    for (Edge edge : workflow.edges) {
      String target = edge.to;
      if (edge.below > 0) {
        target = "loop_" + edge.from + "_" + edge.to;
        nodes.add(
            flowiseNode(
                target,
                "loopAgentflow",
                "\"loopBackToNode\": \"%s-x\", \"maxLoopCount\": %d"
                    .formatted(edge.to, edge.below)));
      }
      edges.add("{\"source\": \"%s\", \"target\": \"%s\"}".formatted(edge.from, target));
    }
    return "{\"nodes\": %s, \"edges\": %s}".formatted(nodes, edges);
  }

  private static String flowiseNode(String id, String type, String inputs) {
    return "{\"id\": \"%s\", \"data\": {\"name\": \"%s\", \"label\": \"%s\", \"inputs\": {%s}}}"
        .formatted(id, type, id, inputs);
  }
}
