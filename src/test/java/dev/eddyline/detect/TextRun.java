package dev.eddyline.detect;

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
final class TextRun<H, L extends Detector.Limits> {

  static final Instant BEGIN = Instant.parse("2026-03-01T10:00:00Z");

  private final Detector<H, L> detector;
  private final L limits;
  private H history;
  private Instant now = BEGIN;
  private String agent = "agent-1";
  private boolean waiting;
  private Signs signs = SignsOfLife.none();
  private int events;
  private Finding<H> last;

  /** A run of a detector with this history. */
  TextRun(Detector<H, L> detector, H history, L limits) {
    this.detector = detector;
    this.history = history;
    this.limits = limits;
  }

  H history() {
    return history;
  }

  /** Sets the history, as if read from the store. */
  void goesOnWith(H stored) {
    history = stored;
  }

  /** The newest result. */
  Finding<H> last() {
    return last;
  }

  TextRun<H, L> by(String agentId) {
    agent = agentId;
    return this;
  }

  TextRun<H, L> after(Duration time) {
    now = now.plus(time).minusSeconds(1);
    return this;
  }

  /** Starts or ends a wait of the agent. */
  TextRun<H, L> waiting(boolean waits) {
    waiting = waits;
    return this;
  }

  /** Adds a new tool result. */
  void news() {
    signs = with(signs.getProgress(), signs.getNews() + 1);
  }

  /** Adds progress. */
  void progress() {
    signs = with(signs.getProgress() + 1, signs.getNews());
  }

  private static Signs with(long progress, long news) {
    return new Signs(progress, false, news, false, null, null, null, null, 0L, 0L, 0L, 0L);
  }

  Optional<FoundLoop> says(String text) {
    return saysIn("work", text);
  }

  Optional<FoundLoop> saysIn(String step, String text) {
    return sees(new ResponseProduced(step, text));
  }

  Optional<FoundLoop> asks(String toAgent, String request) {
    return sees(new CollaborationRequested(toAgent, request));
  }

  Optional<FoundLoop> answers(String toAgent) {
    return sees(new CollaborationAnswered(toAgent, "this and that"));
  }

  Optional<FoundLoop> sees(Object body) {
    Cost cost = new Cost(10L * events++, 0.0, 0L);
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
            cost,
            OptionalLong.empty(),
            false,
            waiting,
            false,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            signs,
            new Redaction(200, Redaction.SHIPPED_SECRETS));
    now = now.plusSeconds(1);
    last = detector.concerns(seen) ? detector.detect(seen, history, limits) : Finding.none(history);
    history = last.history();
    return last.loop();
  }

  /** Ids of a loop's evidence. */
  static List<String> evidence(FoundLoop loop) {
    return loop.getEvidence().stream().map(shown -> shown.getEventId()).toList();
  }
}
