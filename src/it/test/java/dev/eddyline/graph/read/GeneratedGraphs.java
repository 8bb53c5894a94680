package dev.eddyline.graph.read;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/** Writes random graphs in the formats of others: nested, parallel, with retries and odd names. */
final class GeneratedGraphs {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Parts of names; some are words of a format. */
  private static final List<String> WORDS =
      List.of(
          "plan",
          "end",
          "Start",
          "graph",
          "検証",
          "état",
          "node",
          "subgraph",
          "über",
          "state",
          "x",
          "class",
          "Да",
          "retry 2",
          "default",
          "a_b",
          "digraph",
          "o",
          "note");

  private final SplittableRandom random;

  GeneratedGraphs(long seed) {
    random = new SplittableRandom(seed);
  }

  private int number(int bound) {
    return random.nextInt(bound);
  }

  private String name(int number) {
    return WORDS.get(number(WORDS.size())) + " " + number;
  }

  private <T> T any(List<T> of) {
    return of.get(number(of.size()));
  }

  private static List<Integer> numbers(int from, int to) {
    List<Integer> numbers = new ArrayList<>();
    for (int number = from; number < to; number++) {
      numbers.add(number);
    }
    return numbers;
  }

  /** A Mermaid flowchart with subgraphs in subgraphs, and links to them. */
  String flowchart() {
    int nodes = 3 + number(10);
    StringBuilder text = new StringBuilder("flowchart " + any(List.of("TD", "LR", "BT")) + "\n");
    List<String> groups = new ArrayList<>();
    subgraphs(numbers(0, nodes), 0, groups, text);
    int links = nodes + number(2 * nodes);
    for (int link = 0; link < links; link++) {
      String from = "n" + number(nodes);
      String to = "n" + number(nodes);
      if (!groups.isEmpty() && number(6) == 0) {
        to = any(groups);
      }
      String style =
          any(List.of("-->", "==>", "-.->", "-->|yes|", "-- text -->", "--->", "-.->|maybe|"));
      text.append("  ").append(from).append(' ').append(style).append(' ').append(to);
      if (number(5) == 0) {
        text.append(" & n").append(number(nodes));
      }
      text.append(number(8) == 0 ? ";\n" : "\n");
    }
    return text.toString();
  }

  /** Defines nodes, some of them in subgraphs that are opened here. */
  private void subgraphs(List<Integer> nodes, int depth, List<String> groups, StringBuilder text) {
    int at = 0;
    while (at < nodes.size()) {
      int left = nodes.size() - at;
      if (depth < 3 && left > 1 && number(3) == 0) {
        int taken = 1 + number(left);
        String group = "g" + groups.size();
        groups.add(group);
        text.append("  subgraph ").append(group).append("[\"group ").append(group).append("\"]\n");
        subgraphs(nodes.subList(at, at + taken), depth + 1, groups, text);
        text.append("  end\n");
        at += taken;
      } else {
        String[] shape =
            any(
                List.of(
                    new String[] {"[", "]"},
                    new String[] {"(", ")"},
                    new String[] {"{", "}"},
                    new String[] {"([", "])"},
                    new String[] {"[[", "]]"}));
        text.append("  n")
            .append(nodes.get(at))
            .append(shape[0])
            .append('"')
            .append(name(nodes.get(at)))
            .append('"')
            .append(shape[1])
            .append('\n');
        at++;
      }
    }
  }

  /** A Mermaid state diagram whose composite states have a start and an end. */
  String stateDiagram() {
    StringBuilder text = new StringBuilder("stateDiagram-v2\n");
    states("s", 3 + number(5), 0, text);
    return text.toString();
  }

  private void states(String prefix, int states, int depth, StringBuilder text) {
    String indent = "  ".repeat(depth + 1);
    for (int state = 0; state < states; state++) {
      String id = prefix + state;
      if (depth < 2 && number(4) == 0) {
        text.append(indent).append("state ").append(id).append(" {\n");
        states(id + "x", 2 + number(3), depth + 1, text);
        text.append(indent).append("}\n");
      } else if (number(6) == 0) {
        text.append(indent).append("state ").append(id).append(" <<choice>>\n");
      } else {
        text.append(indent).append(id).append(" : ").append(name(state)).append('\n');
      }
    }
    text.append(indent).append("[*] --> ").append(prefix).append("0\n");
    for (int link = 0; link < states + number(states); link++) {
      text.append(indent)
          .append(prefix)
          .append(number(states))
          .append(" --> ")
          .append(prefix)
          .append(number(states))
          .append(number(2) == 0 ? " : when " + link : "")
          .append('\n');
    }
    text.append(indent).append(prefix).append(states - 1).append(" --> [*]\n");
  }

  /** A BPMN process with subprocesses and boundary events. */
  String process() {
    StringBuilder text =
        new StringBuilder(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                + "<bpmn:definitions xmlns:bpmn=\"http://www.omg.org/spec/BPMN/20100524/MODEL\""
                + " targetNamespace=\"t\">\n<bpmn:process id=\"p\">\n");
    flow("e", 3 + number(6), 0, text);
    return text.append("</bpmn:process>\n</bpmn:definitions>\n").toString();
  }

  private void flow(String prefix, int steps, int depth, StringBuilder text) {
    text.append(
        "<bpmn:startEvent id=\"%sStart\"/><bpmn:endEvent id=\"%sEnd\"/>%n"
            .formatted(prefix, prefix));
    List<String> sources = new ArrayList<>();
    List<String> targets = new ArrayList<>();
    for (int step = 0; step < steps; step++) {
      String id = prefix + step;
      targets.add(id);
      sources.add(id);
      if (depth < 2 && number(4) == 0) {
        text.append("<bpmn:subProcess id=\"%s\" name=\"%s\">%n".formatted(id, name(step)));
        flow(id + "x", 1 + number(3), depth + 1, text);
        text.append("</bpmn:subProcess>\n");
      } else {
        String element = any(List.of("task", "userTask", "exclusiveGateway", "parallelGateway"));
        text.append("<bpmn:%s id=\"%s\" name=\"%s\"/>%n".formatted(element, id, name(step)));
        if (element.endsWith("ask") && number(4) == 0) {
          text.append("<bpmn:boundaryEvent id=\"%sb\" attachedToRef=\"%s\"/>%n".formatted(id, id));
          sources.add(id + "b");
        }
      }
    }
    int number = 0;
    text.append(sequenceFlow(prefix, number++, prefix + "Start", targets.get(0)));
    for (int link = 0; link < steps + number(steps); link++) {
      text.append(sequenceFlow(prefix, number++, any(sources), any(targets)));
    }
    text.append(sequenceFlow(prefix, number, targets.get(steps - 1), prefix + "End"));
  }

  private static String sequenceFlow(String prefix, int number, String from, String to) {
    return "<bpmn:sequenceFlow id=\"f%s_%d\" sourceRef=\"%s\" targetRef=\"%s\"/>%n"
        .formatted(prefix, number, from, to);
  }

  /** A graph in DOT with odd names, chains and groups as ends of edges. */
  String dot() {
    int nodes = 3 + number(10);
    List<String> names =
        numbers(0, nodes).stream().map(this::name).map(name -> '"' + name + '"').toList();
    StringBuilder text = new StringBuilder("digraph \"g " + number(100) + "\" {\n  rankdir=LR;\n");
    names.forEach(name -> text.append("  ").append(name).append(" [shape=box];\n"));
    for (int edge = 0; edge < nodes + number(nodes); edge++) {
      text.append("  ").append(any(names)).append(" -> ").append(any(names));
      if (number(3) == 0) {
        text.append(" -> ").append(any(names));
      } else if (number(4) == 0) {
        text.append(" [label=\"when ").append(edge).append("\", style=dashed]");
      }
      text.append(";\n");
    }
    text.append("  ").append(names.get(0)).append(" -> {").append(names.get(1)).append("; ");
    return text.append(names.get(2)).append("}\n}\n").toString();
  }

  /** A state machine with choices, parallel branches, maps, retries and catchers. */
  String stateMachine() {
    ObjectNode machine = machine("S", 3 + number(6), 0);
    return machine.toPrettyString();
  }

  private ObjectNode machine(String prefix, int states, int depth) {
    ObjectNode machine = JSON.createObjectNode().put("StartAt", prefix + "0");
    ObjectNode all = machine.putObject("States");
    for (int number = 0; number < states; number++) {
      ObjectNode state = all.putObject(prefix + number);
      String next = prefix + number(states);
      boolean isLast = number == states - 1;
      int kind = isLast ? 5 + number(2) : number(5);
      if (kind == 0) {
        state.put("Type", "Choice").put("Default", next);
        ArrayNode choices = state.putArray("Choices");
        for (int choice = 0; choice < 1 + number(3); choice++) {
          choices
              .addObject()
              .put("Variable", "$.x")
              .put("NumericEquals", choice)
              .put("Next", prefix + number(states));
        }
      } else if (kind == 1 && depth < 2) {
        state.put("Type", "Parallel").put("Next", next);
        ArrayNode branches = state.putArray("Branches");
        for (int branch = 0; branch < 1 + number(2); branch++) {
          branches.add(machine(prefix + number + "P" + branch + "_", 1 + number(3), depth + 1));
        }
      } else if (kind == 2 && depth < 2) {
        state.put("Type", "Map").put("Next", next);
        state.set("ItemProcessor", machine(prefix + number + "M_", 1 + number(3), depth + 1));
      } else if (kind == 6) {
        state.put("Type", "Succeed");
      } else {
        state.put("Type", "Task").put("Resource", "arn:aws:states:::lambda:invoke");
        if (isLast) {
          state.put("End", true);
        } else {
          state.put("Next", next);
        }
        if (number(3) == 0) {
          state
              .putArray("Retry")
              .addObject()
              .put("MaxAttempts", 1 + number(5))
              .putArray("ErrorEquals")
              .add("States.ALL");
        }
        if (number(3) == 0) {
          ObjectNode catcher = state.putArray("Catch").addObject();
          catcher.put("Next", prefix + number(states)).putArray("ErrorEquals").add("States.ALL");
        }
      }
    }
    return machine;
  }

  /** A workflow of n8n with choices, loops over items, retries, notes and models of agents. */
  String n8n() {
    int nodes = 3 + number(10);
    List<String> names = numbers(0, nodes).stream().map(this::name).toList();
    ObjectNode flow = JSON.createObjectNode();
    ArrayNode all = flow.putArray("nodes");
    ObjectNode connections = flow.putObject("connections");
    for (String name : names) {
      String type = any(List.of("set", "if", "switch", "splitInBatches", "code", "stickyNote"));
      boolean isNote = type.equals("stickyNote") && !name.equals(names.get(0));
      ObjectNode node = all.addObject().put("name", name).put("id", "id of " + name);
      node.put("type", "n8n-nodes-base." + (isNote ? type : type.replace("stickyNote", "set")));
      if (isNote) {
        continue;
      }
      if (number(4) == 0) {
        node.put("retryOnFail", true);
      }
      ObjectNode kinds = connections.putObject(name);
      if (number(6) == 0) {
        kinds.putArray("ai_tool").addArray().addObject().put("node", names.get(0));
        continue;
      }
      ArrayNode outputs = kinds.putArray("main");
      for (int output = 0; output < number(4); output++) {
        outputs.addArray();
      }
    }
    connectOutputs(flow);
    return flow.toPrettyString();
  }

  /** Leads each output of a workflow to nodes that are not notes and do not serve others. */
  private void connectOutputs(ObjectNode flow) {
    List<String> targets = new ArrayList<>();
    flow.get("connections")
        .properties()
        .forEach(
            source -> {
              if (source.getValue().has("main")) {
                targets.add(source.getKey());
              }
            });
    for (JsonNode kinds : flow.get("connections")) {
      for (JsonNode output : kinds.path("main")) {
        for (int target = 0; target < number(3) && !targets.isEmpty(); target++) {
          ((ArrayNode) output).addObject().put("node", any(targets)).put("type", "main");
        }
      }
    }
  }

  /** An agent flow of Flowise with loop nodes and notes. */
  String flowise() {
    int nodes = 3 + number(10);
    ObjectNode flow = JSON.createObjectNode();
    ArrayNode all = flow.putArray("nodes");
    for (int number = 0; number < nodes; number++) {
      String name = any(List.of("llmAgentflow", "conditionAgentflow", "loopAgentflow"));
      ObjectNode node = all.addObject().put("id", "n" + number).put("type", "agentFlow");
      ObjectNode data = node.putObject("data").put("name", name).put("label", name(number));
      ObjectNode inputs = data.putObject("inputs");
      if (name.equals("loopAgentflow")) {
        inputs.put("loopBackToNode", "n" + number(nodes) + "-Some label");
        inputs.put("maxLoopCount", 1 + number(9));
      }
    }
    all.addObject()
        .put("id", "note")
        .put("type", "stickyNote")
        .putObject("data")
        .put("name", "stickyNoteAgentflow");
    ArrayNode edges = flow.putArray("edges");
    for (int edge = 0; edge < nodes + number(nodes); edge++) {
      edges.addObject().put("source", "n" + number(nodes)).put("target", "n" + number(nodes));
    }
    return flow.toPrettyString();
  }

  /** An app of Dify in YAML with loops, iterations and notes. */
  String dify() {
    StringBuilder text = new StringBuilder("kind: app\nworkflow:\n  graph:\n    nodes:\n");
    StringBuilder edges = new StringBuilder("    edges:\n");
    List<String> outer = new ArrayList<>();
    for (int number = 0; number < 3 + number(6); number++) {
      String id = "n" + number;
      outer.add(id);
      String type = any(List.of("llm", "if-else", "loop", "iteration", "code"));
      text.append(difyNode(id, type, number, ""));
      if (type.startsWith("loop") || type.startsWith("iteration")) {
        List<String> inner = new ArrayList<>();
        for (int child = 0; child < 1 + number(4); child++) {
          inner.add(id + "c" + child);
          String inside = child == 0 ? type + "-start" : any(List.of("llm", "if-else", "code"));
          text.append(difyNode(id + "c" + child, inside, child, ", parentId: " + id));
        }
        for (int edge = 1; edge < inner.size(); edge++) {
          edges.append(difyEdge(inner.get(number(edge)), inner.get(edge)));
        }
      }
    }
    for (int edge = 0; edge < outer.size() + number(outer.size()); edge++) {
      edges.append(difyEdge(any(outer), any(outer)));
    }
    return text.append("    - {id: note, type: custom-note, data: {type: ''}}\n")
        .append(edges)
        .toString();
  }

  private String difyNode(String id, String type, int number, String parent) {
    return "    - {id: %s, type: custom, data: {type: %s, title: '%s', loop_count: 3}%s}%n"
        .formatted(id, type, name(number), parent);
  }

  private static String difyEdge(String from, String to) {
    return "    - {source: %s, sourceHandle: source, target: %s}%n".formatted(from, to);
  }

  /** What {@code oracle.py} builds as a StateGraph of LangGraph. */
  String langGraphSpec() {
    int nodes = 2 + number(8);
    List<String> names = numbers(0, nodes).stream().map(node -> "node " + name(node)).toList();
    ObjectNode spec = JSON.createObjectNode();
    names.forEach(spec.putArray("nodes")::add);
    ArrayNode edges = spec.putArray("edges");
    edges.addArray().add("START").add(names.get(0));
    ObjectNode choices = spec.putObject("choices");
    for (int node = 0; node < nodes; node++) {
      String next = node + 1 < nodes ? names.get(node + 1) : "END";
      if (number(2) == 0) {
        edges.addArray().add(names.get(node)).add(next);
      } else {
        Set<String> targets = new LinkedHashSet<>(List.of(next));
        for (int target = 0; target < 1 + number(3); target++) {
          targets.add(any(names));
        }
        targets.forEach(choices.putArray(names.get(node))::add);
      }
    }
    return spec.toString();
  }

  /** Writes a number of texts of one format. */
  static void write(Path folder, String ending, int number, long seed, TextOf textOf) {
    for (int file = 0; file < number; file++) {
      try {
        Files.writeString(
            folder.resolve("%03d%s".formatted(file, ending)),
            textOf.text(new GeneratedGraphs(seed + file)));
      } catch (IOException failed) {
        throw new UncheckedIOException(failed);
      }
    }
  }

  /** A text that a generator writes. */
  interface TextOf {
    String text(GeneratedGraphs generator);
  }

  /** Names of the files in a folder with an ending. */
  static List<String> names(Path folder, String ending) throws IOException {
    try (var files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(ending))
          .sorted()
          .collect(Collectors.toList());
    }
  }
}
