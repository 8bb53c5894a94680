package dev.eddyline.outputs;

import dev.eddyline.json.Doc;
import dev.eddyline.schema.Evidence;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An event that shows a loop, in JSON. */
@Doc(of = Evidence.class)
public record EvidenceJson(
    String eventId,
    String what,
    @Doc("Event time, epoch milliseconds.") long at,
    @Nullable String outcome,
    @Nullable String outcomeReason) {

  static List<EvidenceJson> of(List<Evidence> evidence) {
    return evidence.stream()
        .map(
            event ->
                new EvidenceJson(
                    event.getEventId(),
                    event.getWhat(),
                    event.getOccurredAt().toEpochMilli(),
                    event.getOutcome(),
                    event.getOutcomeReason()))
        .toList();
  }
}
