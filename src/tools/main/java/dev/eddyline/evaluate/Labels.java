package dev.eddyline.evaluate;

import dev.eddyline.replay.InputFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The labels of files. A line is a label of a run ({@code trace}), a decision receipt ({@code
 * outcome}) or an event; of events only {@code human_intervened} is a label.
 */
public final class Labels {

  /** Labels that a message names at most. */
  private static final int MAX_NAMED = 5;

  private static final String DECISIONS = "gate decisions";

  private final InputProblems problems;
  private final Map<String, TraceLabel> byTrace = new HashMap<>();
  private final Set<String> usedTraces = new HashSet<>();
  private final Map<String, GateDecision> decisionsByEventId = new HashMap<>();
  private final Set<String> refusedEventIds = new HashSet<>();
  private final Map<String, List<GateDecision>> decisionsByTask = new HashMap<>();

  private Labels(InputProblems problems) {
    this.problems = problems;
  }

  /**
   * Reads the labels of these files. Invalid lines are problems.
   *
   * @throws IOException when a file cannot be read
   */
  public static Labels read(List<String> files, InputProblems problems) throws IOException {
    Labels labels = new Labels(problems);
    for (String file : InputFiles.expand(files)) {
      InputFiles.read(file, labels::readLine);
    }
    labels.decisionsByEventId.keySet().removeAll(labels.refusedEventIds);
    labels.decisionsByEventId.values().stream()
        .sorted(Comparator.comparing(GateDecision::time))
        .forEach(
            decision ->
                labels
                    .decisionsByTask
                    .computeIfAbsent(decision.rootTask(), first -> new ArrayList<>())
                    .add(decision));
    return labels;
  }

  private void readLine(String file, long line, String text) {
    if (text.isBlank()) {
      return;
    }
    try {
      LabelFields fields = LabelFields.parse(text);
      if (fields.has("trace")) {
        addTraceLabel(TraceLabel.parse(fields, file, line));
      } else if (fields.has("outcome") && fields.has("decision")) {
        addReceipt(fields);
      } else if (fields.has("type")) {
        if (fields.text("type").equals("human_intervened")) {
          addDecision(GateDecision.parse(fields));
        }
      } else {
        throw new InvalidLabelException("trace, type, or outcome and decision: is required");
      }
    } catch (InvalidLabelException invalid) {
      problems.report(file, line, invalid.getMessage());
    }
  }

  private void addTraceLabel(TraceLabel label) throws InvalidLabelException {
    TraceLabel other = byTrace.putIfAbsent(label.trace(), label);
    if (other != null) {
      throw LabelFields.invalid(
          "trace",
          "must have one label, has another in %s:%d".formatted(other.file(), other.line()));
    }
  }

  private void addReceipt(LabelFields fields) throws InvalidLabelException {
    switch (fields.text("outcome")) {
      case "ACCEPTED", "accepted" -> addDecision(GateDecision.parse(fields));
      case "REFUSED", "refused" -> refusedEventIds.add(fields.text("eventId"));
      default -> throw LabelFields.invalid("outcome", "must be ACCEPTED or REFUSED");
    }
  }

  /** The same decision may be an event and a receipt. */
  private void addDecision(GateDecision decision) {
    decisionsByEventId.put(decision.eventId(), decision);
  }

  /**
   * The runs in the events of a root task. Decisions divide them: each labels the events since the
   * previous one, because it resets the counter.
   *
   * @param trace {@code folder/file} without the file's ending
   */
  List<LabelledRun> label(
      String set, String name, String trace, String rootTask, List<RecordedEvent> events) {
    TraceLabel label = byTrace.getOrDefault(trace, byTrace.get(rootTask));
    if (label != null) {
      usedTraces.add(label.trace());
      return List.of(run(set, name, events, label.resolve(events, problems)));
    }
    List<LabelledRun> runs = new ArrayList<>();
    int from = 0;
    for (GateDecision decision : decisionsByTask.getOrDefault(rootTask, List.of())) {
      int end = from;
      while (end < events.size()
          && !events.get(end).event().getOccurredAt().isAfter(decision.time())) {
        end++;
      }
      if (end > from) {
        RunLabel decided = RunLabel.ofRun(DECISIONS, Optional.of(decision.loop()));
        runs.add(run(set, partName(name, runs.size()), events.subList(from, end), decided));
      }
      from = end;
    }
    if (from < events.size()) {
      RunLabel unlabelled = RunLabel.ofRun("none", Optional.empty());
      String rest = partName(name, runs.size());
      runs.add(run(set, rest, events.subList(from, events.size()), unlabelled));
    }
    return runs;
  }

  /** A note for people about labels that no run has, if there are any. */
  public Optional<String> unusedTraces() {
    List<String> unused =
        byTrace.keySet().stream().filter(trace -> !usedTraces.contains(trace)).sorted().toList();
    if (unused.isEmpty()) {
      return Optional.empty();
    }
    String named = String.join(", ", unused.subList(0, Math.min(MAX_NAMED, unused.size())));
    return Optional.of(
        "%d of %d labels have no run in the events: %s%s. A label names folder/file or the root task"
            .formatted(
                unused.size(), byTrace.size(), named, unused.size() > MAX_NAMED ? ", …" : ""));
  }

  private static LabelledRun run(
      String set, String name, List<RecordedEvent> events, RunLabel label) {
    return new LabelledRun(set, name, Optional.empty(), events, label);
  }

  private static String partName(String name, int previousParts) {
    return previousParts == 0 ? name : name + "#" + (previousParts + 1);
  }
}
