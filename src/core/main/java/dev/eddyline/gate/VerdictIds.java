package dev.eddyline.gate;

import dev.eddyline.schema.AgentEvent;
import java.util.List;

/** The ids that the verdicts on an event have: a caller finds the reply to its event by them. */
public final class VerdictIds {

  /** The first part of each. */
  static final String KIND = "verdict";

  private static final List<Cause> CAUSES_OF_REPLIES =
      List.of(Cause.INPUT, Cause.MEANING, Cause.MEANING_AFTER_RESET);

  private VerdictIds() {}

  /** The ids that the reply to an event may have; that to another sender has none of them. */
  public static List<String> ofReply(AgentEvent event) {
    return of(event, VerdictSubject.eventKey(event));
  }

  /** The ids of the reply to an event of the same id that came without a token. */
  public static List<String> ofReplyWithoutToken(AgentEvent event) {
    return of(event, event.getEventId());
  }

  private static List<String> of(AgentEvent event, String eventKey) {
    return CAUSES_OF_REPLIES.stream()
        .map(cause -> cause.id(KIND, event.getTaskId(), eventKey))
        .toList();
  }
}
