package dev.eddyline.console.json;

import dev.eddyline.json.Doc;
import dev.eddyline.outputs.VerdictJson;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The result of publishing events, in JSON. */
@Doc("Published events.")
public record EventsJson(
    @Doc("How many were published.") int accepted,
    @Doc("The verdict on each event that requested one.") List<Asked> verdicts,
    @Doc("Unknown fields: they were not published.") List<Line> ignored,
    @Doc("How many entries there are beyond the first 100.") int more) {

  /** An event that requested a verdict. */
  @Doc("An event that requested a verdict.")
  public record Asked(
      @Doc("Its line, or its place in the array, from 1.") int line,
      @Doc("Its verdict; null where it did not come within 10 seconds.")
          @Nullable VerdictJson verdict) {}

  /** A problem of a field of an event. */
  @Doc("A problem of a field of an event.")
  public record Line(
      @Doc("The event's line, or its place in the array, from 1.") int line,
      @Doc("The field; null for the whole event.") @Nullable String field,
      @Doc("What is wrong with it, and what is allowed.") String error) {}

  /** Events that were not published. */
  @Doc("Why events were refused: none of the request was published.")
  public record Refused(
      @Doc("What was wrong, in a sentence.") String error,
      @Doc("What was wrong with each event.") List<Line> refused,
      @Doc("How many entries there are beyond the first 100.") int more) {}
}
