package dev.eddyline.evaluate;

import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * Finds the events of a line or number in the run's own file; a line may have a call and its
 * result.
 */
record EventNumbers(List<RecordedEvent> events) {

  /** Index of the first event of this line, if it has one. */
  OptionalInt first(long line) {
    return indices(line).findFirst();
  }

  /** Index of the last event of this line, if it has one. */
  OptionalInt last(long line) {
    return indices(line).max();
  }

  /**
   * An index that must be there.
   *
   * @param field the field that names the line
   * @throws InvalidLabelException if the line has no event of the run
   */
  int require(String field, long line, OptionalInt index) throws InvalidLabelException {
    return index.orElseThrow(
        () ->
            LabelFields.invalid(
                field,
                ("must name lines of the run's events (up to %d), was %d: no event, or one of"
                        + " another root task")
                    .formatted(lastLine(), line)));
  }

  /** The line of the last event in this file. */
  long lastLine() {
    return events.stream()
        .filter(event -> event.otherFile().isEmpty())
        .mapToLong(RecordedEvent::line)
        .reduce(0, (line, next) -> next);
  }

  private IntStream indices(long line) {
    return IntStream.range(0, events.size())
        .filter(i -> events.get(i).otherFile().isEmpty() && events.get(i).line() == line);
  }
}
