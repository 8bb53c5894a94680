package dev.eddyline.task;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.HumanIntervened;

/**
 * Which decisions at gates count.
 *
 * @param onAgentEvents whether they count on agent-events too, where every agent can write them
 * @param areAttributed whether they must name their gate and who decided
 * @param verifiedOnly whether only those count that Eddyline's console or API signed
 */
public record DecisionRules(boolean onAgentEvents, boolean areAttributed, boolean verifiedOnly) {

  /** Those of a processor whose settings say nothing else. */
  public static final DecisionRules LIVE = new DecisionRules(false, true, false);

  /** Those of a replay, which has one stream of events and nobody to protect it from. */
  public static final DecisionRules REPLAYED = new DecisionRules(true, false, false);

  /**
   * Checks a decision where it was written.
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
   * @throws BadInputException where only verified ones count and it is not
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
