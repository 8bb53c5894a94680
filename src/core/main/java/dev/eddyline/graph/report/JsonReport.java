package dev.eddyline.graph.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.graph.lint.GraphFinding;
import dev.eddyline.graph.lint.LintRemedy;
import dev.eddyline.graph.lint.Waiver;
import dev.eddyline.graph.model.GraphWriter;
import dev.eddyline.graph.model.UnparsedPart;
import java.util.Locale;

/** Writes a lint report as JSON: graphs with their findings, and files that could not be read. */
public final class JsonReport {

  private static final ObjectMapper JSON = new ObjectMapper();

  private JsonReport() {}

  /** The report as text, indented. */
  public static String render(LintReport report) {
    return json(report).toPrettyString() + "\n";
  }

  /** The report. */
  static ObjectNode json(LintReport report) {
    ObjectNode root = JSON.createObjectNode();
    ArrayNode graphs = root.putArray("graphs");
    for (LintedGraph linted : report.lintedGraphs()) {
      ObjectNode graph = graphs.addObject();
      graph.put("file", linted.file());
      graph.put("name", linted.workflow());
      graph.put("format", lower(linted.parsedGraph().format()));
      graph.put("nodes", linted.parsedGraph().graph().nodes().size());
      graph.put("edges", linted.parsedGraph().graph().edges().size());
      ArrayNode misread = graph.putArray("misread");
      linted
          .parsedGraph()
          .unparsedParts()
          .forEach(each -> putUnparsedPart(misread.addObject(), each));
      ArrayNode notSought = graph.putArray("notSought");
      linted.lintResult().incompleteChecks().forEach(notSought::add);
      ArrayNode findings = graph.putArray("findings");
      for (GraphFinding each : linted.findings()) {
        ObjectNode finding = finding(each);
        for (int number = 0; number < each.remedies().size(); number++) {
          ArrayNode own = ((ObjectNode) finding.at("/remedies/" + number)).putArray("inFormat");
          RemedyInFormat.lines(linted, each.remedies().get(number)).forEach(own::add);
        }
        Waiver waiver = linted.waivers().get(each);
        if (waiver != null) {
          finding
              .putObject("waived")
              .put("reason", waiver.reason())
              .put("until", waiver.until().toString());
        }
        findings.add(finding);
      }
      // a changed graph belongs to the same workflow, whatever its file is called
      findings
          .findValues("graph")
          .forEach(changed -> ((ObjectNode) changed).put("name", linted.workflow()));
    }
    ArrayNode notes = root.putArray("notes");
    for (LintNote each : report.notes()) {
      notes.addObject().put("file", each.file()).put("line", each.line()).put("text", each.text());
    }
    ArrayNode unread = root.putArray("unreadable");
    for (UnreadableFile each : report.unreadableFiles()) {
      ObjectNode file = unread.addObject().put("file", each.file());
      ArrayNode problems = file.putArray("problems");
      each.problems().forEach(problems::add);
    }
    return root;
  }

  private static void putUnparsedPart(ObjectNode json, UnparsedPart misread) {
    json.put("line", misread.line()).put("what", misread.text()).put("reason", misread.reason());
  }

  /** A finding with its remedies and their graphs. */
  public static ObjectNode finding(GraphFinding finding) {
    ObjectNode json = JSON.createObjectNode();
    json.put("kind", lower(finding.kind()));
    json.put("level", finding.kind().isError() ? "error" : "warning");
    json.put("line", finding.line());
    if (finding.column() > 0) {
      json.put("column", finding.column());
    }
    ArrayNode cycle = json.putArray("cycle");
    finding.cycle().forEach(cycle::add);
    ArrayNode change = json.putArray("change");
    finding
        .edgesToChange()
        .forEach(way -> change.addObject().put("from", way.from()).put("to", way.to()));
    json.put("reason", finding.reason());
    ArrayNode remedies = json.putArray("remedies");
    for (LintRemedy remedy : finding.remedies()) {
      ObjectNode one = remedies.addObject();
      one.put("kind", lower(remedy.kind()));
      one.put("recommended", remedy.recommended());
      one.put("change", remedy.description());
      one.put("price", remedy.price());
      one.put("linted", remedy.isLinted());
      one.set("graph", GraphWriter.json(remedy.graph()));
    }
    return json;
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
