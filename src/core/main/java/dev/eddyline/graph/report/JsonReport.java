package dev.eddyline.graph.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.graph.lint.GraphFinding;
import dev.eddyline.graph.lint.LintRemedy;
import dev.eddyline.graph.lint.Waiver;
import dev.eddyline.graph.model.GraphWriter;
import dev.eddyline.graph.model.UnparsedPart;
import dev.eddyline.graph.read.ParsedGraph;
import java.util.Locale;

/** Writes a lint report as JSON: graphs with their findings, and files that could not be read. */
public final class JsonReport {

  private static final ObjectMapper JSON = new ObjectMapper();

  private JsonReport() {}

  /** The report as text, indented. */
  public static String render(LintReport report) {
    ObjectNode root = JSON.createObjectNode();
    ArrayNode graphs = root.putArray("graphs");
    report.lintedGraphs().forEach(linted -> fillGraph(graphs.addObject(), linted));
    root.set("notes", JSON.valueToTree(report.notes()));
    root.set("unreadable", JSON.valueToTree(report.unreadableFiles()));
    return root.toPrettyString() + "\n";
  }

  private static void fillGraph(ObjectNode json, LintedGraph linted) {
    ParsedGraph parsed = linted.parsedGraph();
    json.put("file", linted.file());
    json.put("name", linted.workflow());
    json.put("format", lower(parsed.format()));
    json.put("nodes", parsed.graph().nodes().size());
    json.put("edges", parsed.graph().edges().size());
    ArrayNode misread = json.putArray("misread");
    for (UnparsedPart part : parsed.unparsedParts()) {
      ObjectNode one = misread.addObject().put("line", part.line());
      one.put("what", part.text()).put("reason", part.reason());
    }
    json.set("notSought", JSON.valueToTree(linted.lintResult().incompleteChecks()));
    ArrayNode findings = json.putArray("findings");
    linted.findings().forEach(each -> fillFinding(findings.addObject(), linted, each));
  }

  private static void fillFinding(ObjectNode json, LintedGraph linted, GraphFinding finding) {
    json.put("kind", lower(finding.kind()));
    json.put("level", finding.kind().isError() ? "error" : "warning");
    json.put("line", finding.line());
    if (finding.column() > 0) {
      json.put("column", finding.column());
    }
    json.set("cycle", JSON.valueToTree(finding.cycle()));
    json.set("change", JSON.valueToTree(finding.edgesToChange()));
    json.put("reason", finding.reason());
    ArrayNode remedies = json.putArray("remedies");
    for (LintRemedy remedy : finding.remedies()) {
      ObjectNode one = remedies.addObject().put("kind", lower(remedy.kind()));
      one.put("recommended", remedy.recommended());
      one.put("change", remedy.description());
      one.put("price", remedy.price());
      one.put("linted", remedy.isLinted());
      // a changed graph belongs to the same workflow, whatever its file is called
      one.set("graph", GraphWriter.json(remedy.graph().withName(linted.workflow())));
      one.set("inFormat", JSON.valueToTree(RemedyInFormat.lines(linted, remedy)));
    }
    Waiver waiver = linted.waivers().get(finding);
    if (waiver != null) {
      ObjectNode waived = json.putObject("waived").put("reason", waiver.reason());
      waived.put("until", waiver.until().toString());
    }
  }

  /** The name of a constant in reports. */
  static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
