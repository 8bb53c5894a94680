package dev.eddyline.task;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.HumanIntervened;

/**
 * The requirements for a decision at a gate.
 *
 * @param onAgentEvents whether decisions are also accepted on agent-events, which every agent can
 *     write
 * @param areAttributed whether decisions must name their gate and their author
 * @param verifiedOnly whether only decisions signed by Eddyline's console or API are accepted
 */
public record DecisionRules(boolean onAgentEvents, boolean areAttributed, boolean verifiedOnly) {

  /** The defaults of a running processor. */
  public static final DecisionRules LIVE = new DecisionRules(false, true, false);

  /** The rules of a replay, which reads a single trusted stream of events. */
  public static final DecisionRules REPLAYED = new DecisionRules(true, false, false);

  /**
   * Checks a decision against the topic it was published on.
   *
   * @throws BadInputException that says which field is wrong and what is allowed
   */
  public void checkWritten(HumanIntervened decision, boolean onDecisionsTopic) {
    if (!onDecisionsTopic && !onAgentEvents) {
      throw new BadInputException(
          "type must not be human_intervened on this topic: decisions count on gate-decisions only"
              + " (setting decisions.on.agent.events)");
    }
    if (areAttributed && (decision.getGateId() == null || decision.getGateId().isEmpty())) {
      throw new BadInputException(
          "human_intervened.gateId is required: the gateId of the open gate, as on gate-triggers");
    }
    if (areAttributed && decision.getBy().isBlank()) {
      throw new BadInputException("human_intervened.by is required: who decided, not blank");
    }
  }

  /**
   * Checks a decision before it takes effect.
   *
   * @throws BadInputException if only verified decisions are accepted and this one is not verified
   */
  public void checkVerified(AgentEvent decision, boolean isVerified) {
    if (verifiedOnly && !isVerified) {
      HumanIntervened body = (HumanIntervened) decision.getBody();
      throw new BadInputException(
          body.getSignature() == null
              ? "human_intervened.signature is required: decisions are made through Eddyline's"
                  + " console or API (setting decisions.require)"
              : "human_intervened.signature does not hold: the decision was changed after it was"
                  + " signed, or signed with another secret (setting signing.secret)");
    }
  }
}
