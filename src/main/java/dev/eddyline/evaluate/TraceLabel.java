package dev.eddyline.evaluate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;

/**
 * A line of a labels file about one run.
 *
 * @param trace the run: {@code set/run}, or its root task
 * @param lines lines of the labelled events, from 1; empty if events are not labelled
 * @param file the labels file
 * @param line the line in it
 */
record TraceLabel(
    String trace,
    String source,
    Optional<Boolean> loop,
    Optional<Boolean> successful,
    Optional<List<Long>> lines,
    String file,
    long line) {

  /** Fields with the lines of labelled events. */
  private static final List<String> LINE_FIELDS = List.of("repetition_line", "in_loop_line");

  static TraceLabel parse(LabelFields fields, String file, long line) throws InvalidLabelException {
    Optional<List<Long>> lines = Optional.empty();
    for (String field : LINE_FIELDS) {
      Optional<List<Long>> more = fields.optionalNumbers(field);
      if (more.isPresent()) {
        List<Long> all = new ArrayList<>(lines.orElse(List.of()));
        all.addAll(more.get());
        lines = Optional.of(all);
      }
    }
    return new TraceLabel(
        fields.text("trace"),
        fields.optionalText("label_source").orElse("labels"),
        fields.optionalBoolean("loop"),
        fields.optionalBoolean("resolved"),
        lines,
        file,
        line);
  }

  /** The label for the events of the run; lines without an event are problems. */
  RunLabel resolve(List<RecordedEvent> events, InputProblems problems) {
    return new RunLabel(
        source,
        loop,
        successful,
        lines.map(labelled -> indices(labelled, events, problems)),
        OptionalInt.empty());
  }

  private NavigableSet<Integer> indices(
      List<Long> labelled, List<RecordedEvent> events, InputProblems problems) {
    Map<Long, Integer> indexByLine = new HashMap<>();
    for (int i = 0; i < events.size(); i++) {
      indexByLine.putIfAbsent(events.get(i).line(), i);
    }
    NavigableSet<Integer> indices = new TreeSet<>();
    for (long each : labelled) {
      Integer index = indexByLine.get(each);
      if (index == null) {
        problems.report(
            file,
            line,
            ("%s: must name lines of the run's events (up to %d), was %d: no event, or one of"
                    + " another root task")
                .formatted(
                    String.join(" or ", LINE_FIELDS),
                    events.stream().map(RecordedEvent::line).max(Comparator.naturalOrder()).get(),
                    each));
      } else {
        indices.add(index);
      }
    }
    return indices;
  }
}
