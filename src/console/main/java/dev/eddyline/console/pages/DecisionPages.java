package dev.eddyline.console.pages;

import dev.eddyline.access.TaskScope;
import dev.eddyline.console.edge.Caller;
import dev.eddyline.console.edge.QueryParams;
import dev.eddyline.console.edge.Route;
import dev.eddyline.console.ingest.EventPublisher;
import dev.eddyline.console.json.GateDecisionJson;
import dev.eddyline.console.view.GateProjection;
import dev.eddyline.console.view.OutputProjection;
import dev.eddyline.console.view.OutputView;
import dev.eddyline.console.web.ApiException;
import dev.eddyline.console.web.FlatBody;
import dev.eddyline.console.web.Pages;
import dev.eddyline.console.web.Params;
import dev.eddyline.outputs.OutputJson;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.signing.DecisionSignatures;
import dev.eddyline.text.Hash;
import dev.eddyline.yaml.Printable;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A person's decision on a gate, published once. */
public final class DecisionPages implements Pages {

  private static final List<GateDecisionJson.Choice> CHOICES =
      List.of(GateDecisionJson.Choice.values());

  private static final int MAX_GUIDANCE_CHARS = 10_000;
  private static final int MAX_DECIDER_NAME_CHARS = 200;

  /** Time after which a decision without effect may be repeated. */
  private static final long PENDING_DECISION_TIMEOUT_MILLIS = Duration.ofMinutes(5).toMillis();

  private final OutputView view;
  private final EventPublisher inputs;
  private final DecisionSignatures signatures;

  /** Publishes signed decisions on the gates of this view. */
  public DecisionPages(OutputView view, EventPublisher inputs, DecisionSignatures signatures) {
    this.view = view;
    this.inputs = inputs;
    this.signatures = signatures;
  }

  @Override
  public void addTo(JavalinConfig config) {
    Route.DECISION.serve(config, this::decide);
  }

  private void decide(Context http) {
    String gateId = new Params(http).require(QueryParams.GATE_ID);
    Caller caller = Caller.of(http);
    decide(http, gateId, new Decider(caller.scope(), caller.user(), "", caller.origin()));
  }

  /**
   * Who decides.
   *
   * @param scope the tasks that the caller may decide on
   * @param user who is signed in; null where the body names the person
   * @param suffix what follows the name of a person who came by a link; empty without one
   * @param origin where the decision comes from, for the audit
   */
  record Decider(TaskScope scope, @Nullable String user, String suffix, String origin) {

    boolean isByLink() {
      return !suffix.isEmpty();
    }
  }

  /** Decides a gate as the request's body says. */
  void decide(Context http, String gateId, Decider decider) {
    FlatBody body = FlatBody.read(http, GateDecisionJson.class);
    Decision decision =
        Decision.valueOf(Params.symbol("decision", body.text("decision", 100), CHOICES).name());
    String guidance = body.text("guidance", MAX_GUIDANCE_CHARS);
    String decidedBy =
        decider.user() == null ? body.text("by", MAX_DECIDER_NAME_CHARS).strip() : decider.user();
    if (decidedBy.isEmpty()) {
      throw ApiException.field("by", "by is required: the name of the person who decides");
    }
    if (!Printable.isPrintable(decidedBy)) {
      throw ApiException.field("by", "by " + Printable.RULE);
    }
    view.requireCaughtUp();
    Claim claim =
        view.updateProjection(
            projection ->
                claimGate(
                    projection, gateId, decision, decidedBy + decider.suffix(), decider.scope()));
    if (claim.refusal().isPresent() && decider.isByLink()) {
      // a link that was used must not write for ever
      throw claim.refusal().get();
    }
    AgentEvent event = event(claim, guidance, decider.origin());
    signatures.sign(event);
    try {
      inputs.publish(List.of(event));
    } catch (ApiException unpublished) {
      if (claim.refusal().isEmpty()) {
        view.updateProjection(
            projection -> {
              projection.clearPendingDecision(gateId);
              return null;
            });
      }
      throw unpublished;
    }
    if (claim.refusal().isPresent()) {
      throw claim.refusal().get();
    }
    http.status(202);
    new Params(http)
        .answer(
            new GateDecisionJson.Taken(
                gateId, decision, claim.decision().by(), event.getEventId()));
  }

  /**
   * Marks the decision on an open gate as pending. A decision on a closed gate is published too, so
   * that the processor rejects it and its receipt is in the audit.
   */
  private Claim claimGate(
      OutputProjection projection,
      String gateId,
      Decision decision,
      String decidedBy,
      TaskScope scope) {
    GateProjection gate = projection.gate(gateId);
    if (gate == null || !projection.isCovered(gate, scope)) {
      throw ApiException.of(404, "no gate of this id is known here");
    }
    if (!gate.isOpen()) {
      GateTrigger closing = gate.closingChange();
      String what =
          closing.getDecision() == null
              ? closing.getReason()
              : "%s by %s"
                  .formatted(OutputJson.word(closing.getDecision()), closing.getDecidedBy());
      ApiException refusal =
          ApiException.of(
              409, "the gate is closed since %s: %s".formatted(closing.getDecidedAt(), what));
      OutputProjection.PendingDecision late =
          new OutputProjection.PendingDecision(decision, decidedBy, view.now(), 0);
      return new Claim(
          gate.newestChange(), UUID.randomUUID().toString(), late, Optional.of(refusal));
    }
    OutputProjection.PendingDecision other = projection.pending(gateId);
    if (other != null && view.now() - other.at() < PENDING_DECISION_TIMEOUT_MILLIS) {
      throw ApiException.of(
          409,
          "the gate was decided at %s: %s by %s"
              .formatted(
                  Instant.ofEpochMilli(other.at()), OutputJson.word(other.decision()), other.by()));
    }
    int attempt = other == null ? 0 : other.attempt() + 1;
    OutputProjection.PendingDecision pending =
        new OutputProjection.PendingDecision(decision, decidedBy, view.now(), attempt);
    projection.markDecisionPending(gateId, pending);
    return new Claim(
        gate.newestChange(), eventId(gate.newestChange(), attempt), pending, Optional.empty());
  }

  /**
   * A gate and the decision on it.
   *
   * @param refusal why the decision will have no effect; empty for an open gate
   */
  private record Claim(
      GateTrigger gate,
      String eventId,
      OutputProjection.PendingDecision decision,
      Optional<ApiException> refusal) {}

  /**
   * The event id of a decision. It is the same for every person and instance, so that only the
   * first decision counts. A decision without effect does not block the next attempt.
   */
  private static String eventId(GateTrigger gate, int attempt) {
    return Hash.id("decision", gate.getGateId(), gate.getRootTaskId(), Integer.toString(attempt));
  }

  private static AgentEvent event(Claim claim, String guidance, String origin) {
    GateTrigger gate = claim.gate();
    OutputProjection.PendingDecision decision = claim.decision();
    return AgentEvent.newBuilder()
        .setEventId(claim.eventId())
        .setTaskId(gate.getRootTaskId())
        .setWorkflow(gate.getWorkflow())
        .setAgentId("console")
        .setOccurredAt(Instant.ofEpochMilli(decision.at()))
        .setBody(
            new HumanIntervened(
                gate.getGateId(), decision.decision(), guidance, decision.by(), origin, null))
        .build();
  }
}
