package dev.eddyline.signing;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.signing.SigningKeys.Purpose;
import dev.eddyline.task.TaskEngine;

/**
 * Signatures of decisions at gates: over the gate, the root task, what was decided, the guidance,
 * who decided, from where, the event's id and its time. Safe for use by many threads.
 */
public final class DecisionSignatures {

  /** Placeholder for an absent gate or origin, which are never empty. */
  private static final String NONE = "";

  private final SigningKeys keys;

  /** Signs with these keys. */
  public DecisionSignatures(SigningKeys keys) {
    this.keys = keys;
  }

  /**
   * Signs a decision, and replaces any signature in it.
   *
   * @throws ClassCastException if the event is not a decision
   */
  public void sign(AgentEvent decision) {
    HumanIntervened body = (HumanIntervened) decision.getBody();
    body.setSignature(keys.sign(Purpose.DECISION, parts(decision, body)));
  }

  /** Whether the decision is as it was when one of the keys signed it. */
  public boolean isSigned(AgentEvent decision) {
    HumanIntervened body = (HumanIntervened) decision.getBody();
    return body.getSignature() != null
        && keys.isSigned(Purpose.DECISION, body.getSignature(), parts(decision, body));
  }

  private static String[] parts(AgentEvent decision, HumanIntervened body) {
    return new String[] {
      body.getGateId() == null ? NONE : body.getGateId(),
      TaskEngine.namedRoot(decision),
      body.getDecision().name(),
      body.getGuidance(),
      body.getBy(),
      body.getOrigin() == null ? NONE : body.getOrigin(),
      decision.getEventId(),
      Long.toString(decision.getOccurredAt().toEpochMilli())
    };
  }
}
