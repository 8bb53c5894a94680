package dev.eddyline.evaluate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.detect.Redaction;
import dev.eddyline.json.EventWriter;
import dev.eddyline.yaml.Printable;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;

/** A run with mistakes in HTML: the events around each mistake, with labels and verdicts beside. */
final class MistakeSection {

  /** Events that are shown before and after a mistake. */
  private static final int CONTEXT = 8;

  /** Mistakes of a run that are shown; the others are counted. */
  private static final int MAX_MISTAKES = 30;

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
  private final Redaction redaction;
  private final EventWriter writer = new EventWriter();

  MistakeSection(int tolerance, Redaction redaction) {
    this.tolerance = tolerance;
    this.redaction = redaction;
  }

  /** The run, closed until it is clicked. */
  String render(JudgedRun run) {
    List<Mistake> mistakes = Mistake.findAll(run, tolerance);
    List<Mistake> shown = mistakes.subList(0, Math.min(mistakes.size(), MAX_MISTAKES));
    StringBuilder html = new StringBuilder("<details>\n<summary>");
    html.append(escape(run.run().set() + "/" + run.run().name())).append(": ");
    html.append(summarize(mistakes)).append("</summary>\n<table>\n");
    html.append("<tr><th>event</th><th>line</th><th>agent</th><th>type</th><th>content</th>");
    html.append("<th>label and verdicts</th></tr>\n");
    int previous = -1;
    for (int event : eventsAround(shown, run.run().events().size())) {
      if (event != previous + 1) {
        html.append("<tr><td colspan=\"6\">…</td></tr>\n");
      }
      html.append(row(run, event, shown));
      previous = event;
    }
    html.append("</table>\n");
    if (shown.size() < mistakes.size()) {
      html.append(
          "<p>%d more mistakes are not shown.</p>%n".formatted(mistakes.size() - shown.size()));
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

  private static TreeSet<Integer> eventsAround(List<Mistake> mistakes, int size) {
    TreeSet<Integer> events = new TreeSet<>();
    for (Mistake mistake : mistakes) {
      int end = Math.min(size - 1, mistake.event() + CONTEXT);
      for (int event = Math.max(0, mistake.event() - CONTEXT); event <= end; event++) {
        events.add(event);
      }
    }
    return events;
  }

  private String row(JudgedRun run, int event, List<Mistake> mistakes) {
    RecordedEvent recorded = run.run().events().get(event);
    ObjectNode json = writer.tree(recorded.event());
    StringJoiner notes = new StringJoiner("<br>");
    boolean isMistake = false;
    for (Mistake mistake : mistakes) {
      if (mistake.event() == event) {
        isMistake = true;
        notes.add("<strong>" + mistake.kind().label() + "</strong>");
      }
    }
    if (run.label().loopEvents().map(labelled -> labelled.contains(event)).orElse(false)) {
      notes.add("labelled");
    }
    for (Alarm alarm : run.alarms()) {
      if (alarm.event() == event) {
        notes.add(escape(String.join(", ", alarm.detectors()) + ": " + alarm.reason()));
      }
    }
    if (run.firstGate().isPresent() && run.firstGate().getAsInt() == event) {
      notes.add("gate opened");
    }
    return "<tr%s><td>%d</td><td>%d</td><td>%s</td><td>%s</td><td class=\"text\">%s</td><td>%s</td></tr>\n"
        .formatted(
            isMistake ? " class=\"mistake\"" : "",
            event + 1,
            recorded.line(),
            escape(json.path("agentId").asText()),
            escape(json.path("type").asText()),
            escape(redaction.apply(content(json))),
            notes);
  }

  private static String content(ObjectNode event) {
    StringJoiner text = new StringJoiner(" ");
    event
        .fields()
        .forEachRemaining(
            field -> {
              if (!HIDDEN_FIELDS.contains(field.getKey())) {
                text.add(field.getKey() + ": " + field.getValue().asText());
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
