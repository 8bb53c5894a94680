package dev.eddyline.detect;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.FailureHistory;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import dev.eddyline.schema.UserMessage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Feeds events to one detector, a second apart and ten tokens each, and stores its history. */
final class DetectorRun<H, L extends Detector.Limits> {

  static final Instant BEGIN = Instant.parse("2026-03-01T10:00:00Z");

  private final Detector<H, L> detector;
  private H history;
  private L limits;
  private Instant now = BEGIN;
  private int events;
  private String agent = "agent-1";
  private OptionalLong call = OptionalLong.empty();
  private boolean retry;

  private DetectorRun(Detector<H, L> detector, H history) {
    this.detector = detector;
    this.history = history;
  }

  static DetectorRun<FailureHistory, IdenticalFailure.Limits> ofFailures() {
    return new DetectorRun<>(new IdenticalFailure(), new FailureHistory(1L, List.of()));
  }

  static DetectorRun<ActionHistory, RepeatedActionLimits> ofActions() {
    return new DetectorRun<>(new RepeatedAction(), RepeatedAction.empty());
  }

  /** The detector's history. */
  H history() {
    return history;
  }

  DetectorRun<H, L> under(L limits) {
    this.limits = limits;
    return this;
  }

  DetectorRun<H, L> after(Duration time) {
    now = now.plus(time).minusSeconds(1);
    return this;
  }

  DetectorRun<H, L> by(String agentId) {
    agent = agentId;
    return this;
  }

  /** The next results answer this call. */
  DetectorRun<H, L> call(long hash) {
    call = OptionalLong.of(hash);
    return this;
  }

  /** The next result answers a transport retry of that call. */
  DetectorRun<H, L> retry() {
    retry = true;
    return this;
  }

  Optional<FoundLoop> fails(String message) {
    return fails(message, null);
  }

  Optional<FoundLoop> fails(String message, String location) {
    return sees(new FailureReported(message, null, location, null, null));
  }

  Optional<FoundLoop> failsAs(String message, String errorType) {
    return sees(new FailureReported(message, errorType, null, null, null));
  }

  Optional<FoundLoop> errs(String tool, String output) {
    return sees(new ToolReturned("c", tool, output, true));
  }

  Optional<FoundLoop> succeeds(String tool, String output) {
    return sees(new ToolReturned("c", tool, output, false));
  }

  Optional<FoundLoop> calls(String callId, String tool, String arguments) {
    return sees(new ToolCalled(callId, tool, arguments, null, null));
  }

  Optional<FoundLoop> retries(String callId, String tool, String arguments, String retryOf) {
    return sees(new ToolCalled(callId, tool, arguments, null, retryOf));
  }

  Optional<FoundLoop> returns(String callId, String tool, String output) {
    return sees(new ToolReturned(callId, tool, output, false));
  }

  Optional<FoundLoop> errs(String callId, String tool, String output) {
    return sees(new ToolReturned(callId, tool, output, true));
  }

  /** A call and its result. */
  Optional<FoundLoop> does(String tool, String arguments, String output) {
    String id = "call " + events;
    calls(id, tool, arguments);
    return returns(id, tool, output);
  }

  /** A call and its error. */
  Optional<FoundLoop> doesInVain(String tool, String arguments, String output) {
    String id = "call " + events;
    calls(id, tool, arguments);
    return errs(id, tool, output);
  }

  Optional<FoundLoop> hears(String text) {
    return sees(new UserMessage(text));
  }

  private Optional<FoundLoop> sees(Object body) {
    long cost = 10L * events++;
    AgentEvent event =
        AgentEvent.newBuilder()
            .setEventId("e" + events)
            .setTaskId("T1")
            .setAgentId(agent)
            .setOccurredAt(now)
            .setBody(body)
            .build();
    Observation seen =
        new Observation(
            event,
            now.toEpochMilli(),
            0,
            events,
            new Cost(cost, 0.0, 0L),
            call,
            retry,
            false,
            false,
            Sketch.in(
                body,
                new EventTexts(new Redaction(200, List.of())),
                Masking.shipped(),
                Optional.empty()),
            Optional.empty(),
            Optional.empty(),
            SignsOfLife.none(),
            new Redaction(200, Redaction.SHIPPED_SECRETS));
    now = now.plusSeconds(1);
    retry = false;
    if (!detector.concerns(seen)) {
      return Optional.empty();
    }
    Finding<H> finding = detector.detect(seen, history, limits);
    history = finding.history();
    return finding.loop();
  }
}
