package dev.eddyline.console.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.eddyline.json.Doc;
import dev.eddyline.schema.Decision;
import org.jspecify.annotations.Nullable;

/** The body of a decision. */
@Doc("A decision on a gate.")
public record GateDecisionJson(
    @Doc("What is decided.") Choice decision,
    @Doc("Guidance for the agents; at most 10,000 characters.")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable String guidance,
    @Doc(
            "Who decides; at most 200 printable characters. Required where no user is signed in,"
                + " otherwise ignored.")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable String by) {

  /** What can be decided. */
  @Doc("What a person can decide.")
  public enum Choice {
    APPROVE,
    APPROVE_OTHER_AGENT,
    REJECT,
    FALSE_POSITIVE
  }

  /** The answer to a decision. */
  @Doc("A decision that was published.")
  public record Taken(
      @Doc("The gate.") String gateId,
      Decision decision,
      @Doc("Who decided.") String by,
      @Doc("The event that carries the decision.") String eventId) {}
}
