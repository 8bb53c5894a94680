package dev.eddyline.detect;

import dev.eddyline.detect.api.DetectionResult;
import dev.eddyline.detect.api.Detector;
import dev.eddyline.detect.api.EnrichedEvent;
import dev.eddyline.detect.api.ProgressTracker;
import dev.eddyline.detect.redaction.Redaction;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.CollaborationAnswered;
import dev.eddyline.schema.CollaborationRequested;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.ResponseProduced;
import dev.eddyline.schema.Signs;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Feeds responses and requests to one detector, a second apart and ten tokens each. */
public final class TextDetectorHarness<H, L extends Detector.Limits> {

  public static final Instant BEGIN = Instant.parse("2026-03-01T10:00:00Z");

  private final Detector<H, L> detector;
  private final L limits;
  private H history;
  private Instant now = BEGIN;
  private String agent = "agent-1";
  private boolean agentWaiting;
  private Signs signs = ProgressTracker.initialState();
  private int events;
  private DetectionResult<H> lastResult;

  /** A run of a detector with this history. */
  public TextDetectorHarness(Detector<H, L> detector, H history, L limits) {
    this.detector = detector;
    this.history = history;
    this.limits = limits;
  }

  public H history() {
    return history;
  }

  /** Sets the history, as if read from the store. */
  public void restoreHistory(H stored) {
    history = stored;
  }

  /** The newest result. */
  public DetectionResult<H> lastResult() {
    return lastResult;
  }

  public TextDetectorHarness<H, L> asAgent(String agentId) {
    agent = agentId;
    return this;
  }

  public TextDetectorHarness<H, L> advanceTime(Duration time) {
    now = now.plus(time).minusSeconds(1);
    return this;
  }

  /** Starts or ends a wait of the agent. */
  public TextDetectorHarness<H, L> agentWaiting(boolean waits) {
    agentWaiting = waits;
    return this;
  }

  /** Adds a new tool result. */
  public void addNewResult() {
    signs = signsWith(signs.getProgress(), signs.getNews() + 1);
  }

  /** Adds progress. */
  public void addProgress() {
    signs = signsWith(signs.getProgress() + 1, signs.getNews());
  }

  private static Signs signsWith(long progress, long newResults) {
    return new Signs(progress, false, newResults, false, null, null, null, null, 0L, 0L, 0L, 0L);
  }

  public Optional<FoundLoop> says(String text) {
    return saysIn("work", text);
  }

  public Optional<FoundLoop> saysIn(String step, String text) {
    return detect(new ResponseProduced(step, text));
  }

  public Optional<FoundLoop> asks(String toAgent, String request) {
    return detect(new CollaborationRequested(toAgent, request));
  }

  public Optional<FoundLoop> answers(String toAgent) {
    return detect(new CollaborationAnswered(toAgent, "this and that"));
  }

  public Optional<FoundLoop> detect(Object body) {
    Cost cost = new Cost(10L * events++, 0.0, 0L);
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
            cost,
            OptionalLong.empty(),
            false,
            agentWaiting,
            false,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            signs,
            new Redaction(200, Redaction.SHIPPED_SECRETS));
    now = now.plusSeconds(1);
    lastResult =
        detector.supports(enriched)
            ? detector.detect(enriched, history, limits)
            : DetectionResult.noLoop(history);
    history = lastResult.history();
    return lastResult.loop();
  }

  /** Ids of a loop's evidence. */
  public static List<String> evidence(FoundLoop loop) {
    return loop.getEvidence().stream().map(shown -> shown.getEventId()).toList();
  }
}
