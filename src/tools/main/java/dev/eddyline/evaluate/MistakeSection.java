package dev.eddyline.evaluate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.json.EventWriter;
import dev.eddyline.yaml.Printable;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** A run with mistakes in HTML: the events around each mistake, with labels and verdicts. */
final class MistakeSection {

  /** Events that are shown before and after a mistake. */
  private static final int CONTEXT = 8;

  /** Mistakes of a run that are shown; the others are counted. */
  private static final int MAX_MISTAKES = 30;

  private static final String ROW = "<tr><td>";
  private static final String PLACE_ROW = "<tr class=\"place\"><td>";

  private static final Set<String> HIDDEN_FIELDS =
      Set.of(
          "eventId",
          "taskId",
          "rootTaskId",
          "parentTaskId",
          "workflow",
          "sessionId",
          "occurredAt",
          "agentId",
          "type");

  private final int tolerance;
  private final UnaryOperator<String> redaction;
  private final EventWriter writer = new EventWriter();

  MistakeSection(int tolerance, UnaryOperator<String> redaction) {
    this.tolerance = tolerance;
    this.redaction = redaction;
  }

  /** The run and its mistakes; each one opens at its place. */
  String render(JudgedRun run) {
    List<Mistake> mistakes = Mistake.findAll(run, tolerance);
    StringBuilder html = new StringBuilder("<details>\n<summary>");
    html.append(escape(run.run().set() + "/" + run.run().name())).append(": ");
    html.append(summarize(mistakes)).append("</summary>\n");
    mistakes.stream().limit(MAX_MISTAKES).forEach(mistake -> html.append(place(run, mistake)));
    if (mistakes.size() > MAX_MISTAKES) {
      html.append("<p>%d more are not shown.</p>\n".formatted(mistakes.size() - MAX_MISTAKES));
    }
    return html.append("</details>\n").toString();
  }

  private static String summarize(List<Mistake> mistakes) {
    Map<Mistake.Kind, Integer> counts = new TreeMap<>();
    mistakes.forEach(mistake -> counts.merge(mistake.kind(), 1, Integer::sum));
    StringJoiner text = new StringJoiner(", ");
    counts.forEach((kind, count) -> text.add(count + " × " + kind.label()));
    return text.toString();
  }

  private String place(JudgedRun run, Mistake mistake) {
    int last = run.run().events().size() - 1;
    StringBuilder html =
        new StringBuilder(
            "<details class=\"place\">\n<summary>%s at event %d of %d</summary>\n<table>\n"
                .formatted(mistake.kind().label(), mistake.event() + 1, last + 1));
    html.append("<tr><th>event</th><th>line</th><th>agent</th><th>type</th><th>content</th>");
    html.append("<th>label and verdicts</th></tr>\n");
    int end = Math.min(last, mistake.event() + CONTEXT);
    for (int event = Math.max(0, mistake.event() - CONTEXT); event <= end; event++) {
      html.append(row(run, event, event == mistake.event()));
    }
    return html.append("</table>\n</details>\n").toString();
  }

  private String row(JudgedRun run, int event, boolean isPlace) {
    RecordedEvent recorded = run.run().events().get(event);
    ObjectNode json = writer.tree(recorded.event());
    StringJoiner row = new StringJoiner("</td><td>", isPlace ? PLACE_ROW : ROW, "</td></tr>\n");
    return row.add(String.valueOf(event + 1))
        .add(escape(recorded.place()))
        .add(escape(redaction.apply(json.path("agentId").asText())))
        .add(escape(json.path("type").asText()))
        .add(escape(redaction.apply(content(json))))
        .add(notes(run, event))
        .toString();
  }

  private String notes(JudgedRun run, int event) {
    StringJoiner notes = new StringJoiner("<br>");
    if (run.label().hasLoopEventNear(event, 0)) {
      notes.add("labelled");
    }
    for (Alarm alarm : run.alarms()) {
      if (alarm.event() == event) {
        notes.add(
            escape(String.join(", ", alarm.detectors()) + ": " + redaction.apply(alarm.reason())));
      }
    }
    if (run.firstGate().equals(OptionalInt.of(event))) {
      notes.add("gate opened");
    }
    return notes.toString();
  }

  private static String content(ObjectNode event) {
    StringJoiner text = new StringJoiner(" ");
    event
        .properties()
        .forEach(
            field -> {
              if (!HIDDEN_FIELDS.contains(field.getKey())) {
                JsonNode value = field.getValue();
                // a list has no text of its own
                text.add(field.getKey() + ": " + (value.isArray() ? value : value.asText()));
              }
            });
    return text.toString();
  }

  /** A text for HTML; characters that are not printable are escaped, too. */
  static String escape(String text) {
    return Printable.escape(text)
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }
}
