package dev.eddyline.task;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.HumanIntervened;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
   * Checks an event against the topic it was published on.
   *
   * @throws BadInputException that names the right topic
   */
  public void checkTopic(boolean isDecision, boolean onDecisionsTopic) {
    if (isDecision && !onDecisionsTopic && !onAgentEvents) {
      throw new BadInputException(
          "type must not be human_intervened on this topic: decisions count on gate-decisions only"
              + " (setting decisions.on.agent.events)");
    }
    if (!isDecision && onDecisionsTopic) {
      throw new BadInputException(
          "type must be human_intervened on this topic: other events count on agent-events only");
    }
  }

  /**
   * Checks that a decision names its gate and its author.
   *
   * @throws BadInputException that names all missing fields
   */
  public void checkAttribution(HumanIntervened decision) {
    List<String> missing = missingAttribution(decision.getGateId(), decision.getBy());
    if (!missing.isEmpty()) {
      throw new BadInputException(String.join("; ", missing));
    }
  }

  /**
   * A problem for each field that a decision must have here, and that its schema does not require.
   *
   * @param gateId the gate that it names; null for none
   * @param by its author; null, which the schema excludes, is not checked
   */
  public List<String> missingAttribution(@Nullable String gateId, @Nullable String by) {
    List<String> missing = new ArrayList<>();
    if (areAttributed && (gateId == null || gateId.isEmpty())) {
      missing.add(
          "human_intervened.gateId is required: the gateId of the open gate, as on gate-triggers");
    }
    if (areAttributed && by != null && by.isBlank()) {
      missing.add("human_intervened.by is required: who decided, not blank");
    }
    return missing;
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
