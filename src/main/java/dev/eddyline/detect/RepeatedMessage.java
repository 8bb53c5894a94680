package dev.eddyline.detect;

import dev.eddyline.detect.LoopTraits.Escalation;
import dev.eddyline.keys.Section;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.MatchKind;
import dev.eddyline.schema.MessageRun;
import dev.eddyline.schema.ResponseProduced;
import dev.eddyline.schema.SeenEvent;
import dev.eddyline.schema.WaitingEnded;
import dev.eddyline.schema.WaitingStarted;
import dev.eddyline.state.StateParts;
import dev.eddyline.text.Hash;
import dev.eddyline.text.Masking;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Detects an agent that repeats the same message without any other event in between. Progress ends
 * the run, since a progress report is another event.
 */
public final class RepeatedMessage
    implements Detector<Optional<MessageRun>, RepeatedMessage.Limits> {

  private static final List<LoopTraits> LOOPS =
      List.of(
          LoopTraits.hinted(
              LoopType.REPEATED_MESSAGE,
              Escalation.AT_THRESHOLD,
              "%s. Saying it again will not change that: do the next step, or say what is in the way."));

  private static final Set<Class<?>> EVENT_TYPES =
      EventTypes.allBut(WaitingStarted.class, WaitingEnded.class);

  private static final HistoryPlace<Optional<MessageRun>> PLACE =
      new HistoryPlace.InState<>(
          state -> Optional.ofNullable(state.part(StateParts.MESSAGE)),
          (state, run) -> state.part(StateParts.MESSAGE, run.orElse(null)),
          Optional.empty());

  /**
   * Limits of the detector.
   *
   * @param enabled whether the detector is on
   * @param times consecutive equal messages that make a loop
   * @param minLength minimum length of a message, in characters
   * @param window how far back a message counts
   * @param polls when equal messages are notes of an agent that waits
   * @param masking what is volatile in a message
   */
  public record Limits(
      boolean enabled, int times, int minLength, Duration window, Polls polls, Masking masking)
      implements Detector.Limits {

    public Limits {
      Objects.requireNonNull(window, "window");
      Objects.requireNonNull(polls, "polls");
      Objects.requireNonNull(masking, "masking");
    }
  }

  @Override
  public String key() {
    return "repeated_message";
  }

  @Override
  public String purpose() {
    return "detects an agent that repeats one message";
  }

  @Override
  public List<LoopTraits> loops() {
    return LOOPS;
  }

  @Override
  public HistoryPlace<Optional<MessageRun>> history() {
    return PLACE;
  }

  @Override
  public Limits limits(Section section, Masking masking) {
    return new Limits(
        section.enabled(),
        section
            .about("consecutive equal messages that make a loop")
            .integer("times", 3, 2, Section.MANY),
        section
            .about("characters that a message must have to count")
            .integer("minLength", 0, 0, Section.MANY),
        section
            .about("how far back a message counts")
            .windowDuration("window", Duration.ofHours(24)),
        Polls.in(section),
        masking);
  }

  @Override
  public boolean receivesEventsWhileWaiting() {
    return true;
  }

  @Override
  public boolean receivesMutedEvent(EnrichedEvent enriched) {
    return !(enriched.event().getBody() instanceof ResponseProduced);
  }

  @Override
  public Set<Class<?>> eventTypes() {
    return EVENT_TYPES;
  }

  @Override
  public boolean needsHistory(EnrichedEvent enriched, Limits limits) {
    return limits.enabled();
  }

  @Override
  public DetectionResult<Optional<MessageRun>> detect(
      EnrichedEvent enriched, Optional<MessageRun> history, Limits limits) {
    if (!needsHistory(enriched, limits)) {
      return DetectionResult.noLoop(history);
    }
    if (!(enriched.event().getBody() instanceof ResponseProduced response)) {
      return DetectionResult.noLoop(Optional.empty());
    }
    String text = response.getText();
    if (enriched.isAgentWaiting() || text.isBlank()) {
      return DetectionResult.noLoop(history);
    }
    if (text.length() < limits.minLength()) {
      return DetectionResult.noLoop(Optional.empty());
    }
    long agent = Hash.of(enriched.event().getAgentId());
    long exact = Hash.of(text);
    MessageRun before =
        history.filter(run -> isWithinWindow(run, agent, enriched, limits)).orElse(null);
    // a text equal to the run's first needs no masking
    if (before == null || before.getExact() != exact) {
      long normalized = enriched.texts().read(text, limits.masking()).maskedHash();
      if (before == null || before.getNormalized() != normalized) {
        return DetectionResult.noLoop(Optional.of(newRun(agent, exact, normalized, enriched)));
      }
    }
    MessageRun run = extendRun(before);
    int times =
        limits.times()
            * limits
                .polls()
                .factor(
                    enriched.eventTimeMillis() - run.getFirstAt(),
                    run.getCount() - 1,
                    enriched.silenceMillis(),
                    enriched.pause());
    Optional<FoundLoop> loop =
        run.getCount() >= times
            ? Optional.of(loop(run, exact, text, times, limits, enriched))
            : Optional.empty();
    return new DetectionResult<>(loop, Optional.of(run));
  }

  private static MessageRun newRun(
      long agent, long exact, long normalized, EnrichedEvent enriched) {
    return new MessageRun(
        agent,
        exact,
        normalized,
        1,
        enriched.event().getEventId(),
        enriched.eventTimeMillis(),
        enriched.partition(),
        enriched.offset(),
        enriched.costBefore());
  }

  private static String masked(String text, EnrichedEvent enriched, Limits limits) {
    return enriched.texts().read(text, limits.masking()).masked();
  }

  /** Whether a run is of this agent and within the window. */
  private static boolean isWithinWindow(
      MessageRun run, long agent, EnrichedEvent enriched, Limits limits) {
    return run.getAgent() == agent
        && Math.abs(enriched.eventTimeMillis() - run.getFirstAt()) <= limits.window().toMillis();
  }

  private static MessageRun extendRun(MessageRun run) {
    return new MessageRun(
        run.getAgent(),
        run.getExact(),
        run.getNormalized(),
        run.getCount() + 1,
        run.getFirstEventId(),
        run.getFirstAt(),
        run.getFirstPartition(),
        run.getFirstOffset(),
        run.getCostBefore());
  }

  private static FoundLoop loop(
      MessageRun run,
      long textHash,
      String text,
      int times,
      Limits limits,
      EnrichedEvent enriched) {
    boolean exact = run.getExact() == textHash;
    SeenEvent first =
        new SeenEvent(
            run.getFirstEventId(),
            run.getFirstAt(),
            run.getFirstPartition(),
            run.getFirstOffset(),
            // the first text is not stored: it equals this one, apart from masked parts
            enriched.redaction().apply(exact ? text : masked(text, enriched, limits)));
    return Loops.newLoopBuilder(
            LoopType.REPEATED_MESSAGE,
            List.of(first, enriched.evidence(text)),
            first,
            run.getCostBefore(),
            enriched)
        .setMatchKind(exact ? MatchKind.EXACT : MatchKind.NORMALIZED)
        .setIdentity(
            "message "
                + enriched.event().getAgentId()
                + " "
                + Long.toHexString(run.getNormalized()))
        .setOccurrences(run.getCount())
        .setAttempts(run.getCount())
        .setMeasured(run.getCount())
        .setLimit(times)
        .setReason(
            "The agent said the same "
                + run.getCount()
                + " times and nothing else was done in between")
        .build();
  }
}
