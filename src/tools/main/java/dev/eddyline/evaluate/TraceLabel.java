package dev.eddyline.evaluate;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A line of a labels file about one run.
 *
 * @param trace the run: {@code set/run}, or its root task
 * @param lines lines of the labelled events, from 1; empty if events are not labelled
 * @param spans where the loop is, the main one first; empty if the label does not say it
 * @param alert line of the event at which a person wants the verdict, if the label says it
 * @param file the labels file
 * @param line the line in it
 */
record TraceLabel(
    String trace,
    String source,
    Optional<Boolean> loop,
    Optional<Boolean> successful,
    Optional<List<Long>> lines,
    List<LineSpan> spans,
    Optional<Long> alert,
    String file,
    long line) {

  /** Fields with the lines of labelled events. */
  private static final List<String> LINE_FIELDS = List.of("repetition_line", "in_loop_line");

  private static final String END_LINE = "end_line";

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
        spans(fields),
        fields.optionalNumber("alert_line"),
        file,
        line);
  }

  private static List<LineSpan> spans(LabelFields fields) throws InvalidLabelException {
    Optional<Long> onset = fields.optionalNumber("onset_line");
    Optional<Long> end = fields.optionalNumber(END_LINE);
    if (onset.isPresent() != end.isPresent()) {
      throw LabelFields.invalid("onset_line and end_line", "must both be there, or neither");
    }
    List<LineSpan> others = fields.spans("more");
    if (onset.isEmpty()) {
      if (!others.isEmpty()) {
        throw LabelFields.invalid(
            "more", "has other loops, but onset_line and end_line are absent");
      }
      return List.of();
    }
    List<LineSpan> spans = new ArrayList<>();
    spans.add(LineSpan.checked(END_LINE, onset.get(), end.get()));
    spans.addAll(others);
    return spans;
  }

  /** The label for the events of the run; lines without an event are problems. */
  RunLabel resolve(List<RecordedEvent> events, InputProblems problems) {
    EventNumbers numbers = new EventNumbers(events);
    Optional<NavigableSet<Integer>> labelled =
        lines.map(all -> new TreeSet<>(resolveAll(all, problems, each -> event(each, numbers))));
    List<LoopSpan> resolvedSpans =
        resolveAll(spans, problems, span -> span.resolve("onset_line, end_line or more", numbers));
    List<Integer> wanted =
        resolveAll(
            alert.stream().toList(),
            problems,
            each -> numbers.require("alert_line", each, numbers.first(each)));
    return new RunLabel(
        source,
        loop,
        successful,
        labelled,
        resolvedSpans,
        wanted(wanted, resolvedSpans, labelled),
        Optional.empty());
  }

  private static OptionalInt wanted(
      List<Integer> alert, List<LoopSpan> spans, Optional<NavigableSet<Integer>> labelled) {
    return Stream.of(
            alert.stream(),
            spans.stream().map(LoopSpan::onset),
            labelled.stream().flatMap(NavigableSet::stream))
        .flatMap(all -> all)
        .mapToInt(event -> event)
        .findFirst();
  }

  private static int event(long line, EventNumbers numbers) throws InvalidLabelException {
    return numbers.require(String.join(" or ", LINE_FIELDS), line, numbers.first(line));
  }

  /** A step from what the label names to events of the run. */
  private interface Resolver<T, R> {
    R resolve(T named) throws InvalidLabelException;
  }

  private <T, R> List<R> resolveAll(
      List<T> named, InputProblems problems, Resolver<T, R> resolver) {
    List<R> resolved = new ArrayList<>();
    for (T each : named) {
      try {
        resolved.add(resolver.resolve(each));
      } catch (InvalidLabelException invalid) {
        problems.report(file, line, invalid.getMessage());
      }
    }
    return resolved;
  }
}
