package dev.eddyline.detect;

import dev.eddyline.detect.actions.ActionHistory;
import dev.eddyline.detect.actions.RepeatedAction;
import dev.eddyline.detect.actions.RepeatedActionLimits;
import dev.eddyline.detect.api.DetectionResult;
import dev.eddyline.detect.api.Detector;
import dev.eddyline.detect.api.EnrichedEvent;
import dev.eddyline.detect.api.EventTexts;
import dev.eddyline.detect.api.ProgressTracker;
import dev.eddyline.detect.api.Sketch;
import dev.eddyline.detect.failures.IdenticalFailure;
import dev.eddyline.detect.redaction.Redaction;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.FailureHistory;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import dev.eddyline.schema.UserMessage;
import dev.eddyline.text.Masking;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Feeds events to one detector, a second apart and ten tokens each, and stores its history. */
public final class DetectorHarness<H, L extends Detector.Limits> {

  public static final Instant BEGIN = Instant.parse("2026-03-01T10:00:00Z");

  private final Detector<H, L> detector;
  private H history;
  private L limits;
  private Instant now = BEGIN;
  private int events;
  private String agent = "agent-1";
  private OptionalLong answeredCallHash = OptionalLong.empty();

  private DetectorHarness(Detector<H, L> detector, H history) {
    this.detector = detector;
    this.history = history;
  }

  public static DetectorHarness<FailureHistory, IdenticalFailure.Limits> ofFailures() {
    return new DetectorHarness<>(
        new IdenticalFailure(), new FailureHistory(1L, List.of(), List.of()));
  }

  public static DetectorHarness<ActionHistory, RepeatedActionLimits> ofActions() {
    return new DetectorHarness<>(new RepeatedAction(), RepeatedAction.empty());
  }

  /** The detector's history. */
  public H history() {
    return history;
  }

  public DetectorHarness<H, L> withLimits(L limits) {
    this.limits = limits;
    return this;
  }

  public DetectorHarness<H, L> advanceTime(Duration time) {
    now = now.plus(time).minusSeconds(1);
    return this;
  }

  public DetectorHarness<H, L> asAgent(String agentId) {
    agent = agentId;
    return this;
  }

  /** The next results answer this call. */
  public DetectorHarness<H, L> answeredCallHash(long hash) {
    answeredCallHash = OptionalLong.of(hash);
    return this;
  }

  public Optional<FoundLoop> fails(String message) {
    return fails(message, null);
  }

  public Optional<FoundLoop> fails(String message, String location) {
    return detect(new FailureReported(message, null, location, null, null));
  }

  public Optional<FoundLoop> failsAs(String message, String errorType) {
    return detect(new FailureReported(message, errorType, null, null, null));
  }

  public Optional<FoundLoop> returnsError(String tool, String output) {
    return detect(new ToolReturned("c", tool, output, true));
  }

  public Optional<FoundLoop> returnsSuccessfulResult(String tool, String output) {
    return detect(new ToolReturned("c", tool, output, false));
  }

  public Optional<FoundLoop> callsTool(String callId, String tool, String arguments) {
    return detect(new ToolCalled(callId, tool, arguments, null, null));
  }

  public Optional<FoundLoop> retriesCall(
      String callId, String tool, String arguments, String retryOf) {
    return detect(new ToolCalled(callId, tool, arguments, null, retryOf));
  }

  public Optional<FoundLoop> returnsResult(String callId, String tool, String output) {
    return detect(new ToolReturned(callId, tool, output, false));
  }

  public Optional<FoundLoop> returnsError(String callId, String tool, String output) {
    return detect(new ToolReturned(callId, tool, output, true));
  }

  /** A call and its result. */
  public Optional<FoundLoop> callsAndReturns(String tool, String arguments, String output) {
    String id = "call " + events;
    callsTool(id, tool, arguments);
    return returnsResult(id, tool, output);
  }

  /** A call and its error. */
  public Optional<FoundLoop> callsAndFails(String tool, String arguments, String output) {
    String id = "call " + events;
    callsTool(id, tool, arguments);
    return returnsError(id, tool, output);
  }

  public Optional<FoundLoop> receivesUserMessage(String text) {
    return detect(new UserMessage(text));
  }

  private Optional<FoundLoop> detect(Object body) {
    long cost = 10L * events++;
    AgentEvent event =
        AgentEvent.newBuilder()
            .setEventId("e" + events)
            .setTaskId("T1")
            .setAgentId(agent)
            .setOccurredAt(now)
            .setBody(body)
            .build();
    EnrichedEvent enriched =
        new EnrichedEvent(
            event,
            now.toEpochMilli(),
            0,
            events,
            new Cost(cost, 0.0, 0L),
            answeredCallHash,
            false,
            false,
            false,
            Sketch.in(
                body,
                new EventTexts(new Redaction(200, List.of())),
                Masking.shipped(),
                Optional.empty()),
            Optional.empty(),
            Optional.empty(),
            ProgressTracker.initialState(),
            new Redaction(200, Redaction.SHIPPED_SECRETS));
    now = now.plusSeconds(1);
    if (!detector.supports(enriched)) {
      return Optional.empty();
    }
    DetectionResult<H> finding = detector.detect(enriched, history, limits);
    history = finding.history();
    return finding.loop();
  }
}
