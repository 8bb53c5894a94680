package dev.eddyline.graph.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.graph.lint.FindingKind;
import dev.eddyline.graph.lint.GraphFinding;
import dev.eddyline.graph.lint.GraphPattern;
import dev.eddyline.graph.lint.LintRemedy;
import dev.eddyline.graph.lint.NodeNames;
import dev.eddyline.graph.lint.Waiver;
import dev.eddyline.graph.model.UnparsedPart;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Writes a lint report in SARIF 2.1.0, which code hosts show on a pull request. */
public final class SarifReport {

  private static final String SCHEMA =
      "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

  private static final String HELP =
      "Each result names the cycle, the edge to change and the recommended remedy;"
          + " eddyline lint --format json has the others, with the changed graphs.";

  private static final ObjectMapper JSON = new ObjectMapper();

  private SarifReport() {}

  /** The report as text, indented. */
  public static String render(LintReport report) {
    ObjectNode root = JSON.createObjectNode();
    root.put("$schema", SCHEMA);
    root.put("version", "2.1.0");
    ObjectNode run = root.putArray("runs").addObject();
    addRules(run.putObject("tool").putObject("driver").put("name", "eddyline"));
    run.put("columnKind", "utf16CodeUnits");
    ObjectNode invocation = run.putArray("invocations").addObject();
    invocation.put("executionSuccessful", report.isComplete());
    addNotifications(invocation.putArray("toolExecutionNotifications"), report);
    ArrayNode results = run.putArray("results");
    for (LintedGraph linted : report.lintedGraphs()) {
      NodeNames names = linted.names();
      linted.findings().forEach(each -> fillResult(results.addObject(), linted, each, names));
    }
    return root.toPrettyString() + "\n";
  }

  private static void addRules(ObjectNode driver) {
    ArrayNode rules = driver.putArray("rules");
    for (FindingKind kind : FindingKind.values()) {
      ObjectNode rule = rules.addObject().put("id", ruleId(kind));
      putText(rule, "shortDescription", kind.title());
      putText(rule, "fullDescription", kind.description());
      putText(rule, "help", kind.description() + " " + HELP);
      rule.putObject("defaultConfiguration").put("level", level(kind));
    }
  }

  private static void addNotifications(ArrayNode all, LintReport report) {
    for (UnreadableFile unread : report.unreadableFiles()) {
      unread
          .problems()
          .forEach(problem -> addNotification(all, "error", problem, unread.file(), 0));
    }
    for (LintNote each : report.notes()) {
      addNotification(all, "warning", each.text(), each.file(), each.line());
    }
    for (LintedGraph linted : report.lintedGraphs()) {
      for (UnparsedPart misread : linted.parsedGraph().unparsedParts()) {
        String text = "not understood: " + misread;
        addNotification(all, "warning", text, linted.file(), misread.line());
      }
      for (String what : linted.lintResult().incompleteChecks()) {
        String text = "incomplete check, the graph is too large for it: " + what;
        addNotification(all, "warning", text, linted.file(), 0);
      }
    }
  }

  private static void addNotification(
      ArrayNode all, String level, String text, String file, int line) {
    ObjectNode notification = all.addObject().put("level", level);
    putText(notification, "message", text);
    putLocation(notification, file, line, 0);
  }

  @SuppressWarnings("EnumOrdinal") // the rules are listed in the order of their constants
  private static void fillResult(
      ObjectNode result, LintedGraph linted, GraphFinding finding, NodeNames names) {
    result.put("ruleId", ruleId(finding.kind()));
    result.put("ruleIndex", finding.kind().ordinal());
    result.put("level", level(finding.kind()));
    String cycle = String.join(finding.kind().separator(), names.namesOf(finding.cycle()));
    String remedy =
        finding.remedies().stream().findFirst().map(it -> describeRemedy(linted, it)).orElse("");
    putText(result, "message", cycle + ": " + finding.reason() + remedy);
    // a code host shows no result without a line
    int line = Math.max(1, finding.line());
    putLocation(result, linted.file(), line, finding.column());
    Waiver waiver = linted.waivers().get(finding);
    if (waiver != null) {
      result
          .putArray("suppressions")
          .addObject()
          .put("kind", "external")
          .put("status", "accepted")
          .put("justification", waiver.reason() + " (until " + waiver.until() + ")");
    }
    String graph = GraphPattern.plain(linted.workflow());
    String ids = String.join(" → ", finding.cycle());
    result
        .putObject("partialFingerprints")
        .put("cycle/v1", String.join(": ", graph, ruleId(finding.kind()), ids));
  }

  private static String describeRemedy(LintedGraph linted, LintRemedy remedy) {
    String own = String.join("; ", RemedyInFormat.lines(linted, remedy));
    String format = RemedyInFormat.title(linted.parsedGraph().format());
    return " "
        + remedy.description()
        + (remedy.isLinted() ? "" : " (Not linted again.)")
        + (own.isEmpty() ? "" : " In %s: %s".formatted(format, own));
  }

  private static void putText(ObjectNode json, String key, String text) {
    json.putObject(key).put("text", text);
  }

  private static void putLocation(ObjectNode json, String file, int line, int column) {
    ObjectNode place = json.putArray("locations").addObject().putObject("physicalLocation");
    place.putObject("artifactLocation").put("uri", uri(file));
    if (line > 0) {
      ObjectNode region = place.putObject("region");
      region.put("startLine", line).put("startColumn", Math.max(1, column)).put("endLine", line);
    }
  }

  /** The file's name as a percent-encoded URI, relative for files in the working folder. */
  private static String uri(String file) {
    Path here = Path.of("").toAbsolutePath();
    Path path = here.resolve(file).normalize();
    String name = (path.startsWith(here) ? here.relativize(path) : path).toString();
    StringBuilder uri = new StringBuilder();
    for (byte one : name.replace('\\', '/').getBytes(StandardCharsets.UTF_8)) {
      char letter = (char) (one & 0xFF);
      boolean isPlain =
          letter < 128 && (Character.isLetterOrDigit(letter) || "/-._~".indexOf(letter) >= 0);
      uri.append(isPlain ? String.valueOf(letter) : "%%%02X".formatted((int) letter));
    }
    return name.startsWith("/") ? "file://" + uri : uri.toString();
  }

  private static String ruleId(FindingKind kind) {
    return JsonReport.lower(kind).replace('_', '-');
  }

  private static String level(FindingKind kind) {
    return kind.isError() ? "error" : "warning";
  }
}
