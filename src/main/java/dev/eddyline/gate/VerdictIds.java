package dev.eddyline.gate;

import dev.eddyline.schema.AgentEvent;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The ids that the verdicts on an event have: a caller finds the reply to its event by them. */
public final class VerdictIds {

  /** The first part of each. */
  static final String KIND = "verdict";

  private static final List<Cause> CAUSES_OF_REPLIES =
      List.of(Cause.INPUT, Cause.MEANING, Cause.MEANING_AFTER_RESET);

  private VerdictIds() {}

  /**
   * The ids that the reply to an event may have. The event may repeat one that came without a
   * token, as telemetry does; no other sender's reply has one of these ids.
   */
  public static Set<String> ofReply(AgentEvent event) {
    Set<String> ids = new LinkedHashSet<>();
    String ofSender = VerdictSubject.eventKey(event.getEventId(), event.getIngestToken());
    for (String key : List.of(ofSender, event.getEventId())) {
      for (Cause cause : CAUSES_OF_REPLIES) {
        ids.add(cause.id(KIND, event.getTaskId(), key));
      }
    }
    return ids;
  }
}
