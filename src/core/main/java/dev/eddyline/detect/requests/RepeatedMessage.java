package dev.eddyline.detect.requests;

import dev.eddyline.detect.api.BoundedLists;
import dev.eddyline.detect.api.DetectionResult;
import dev.eddyline.detect.api.Detector;
import dev.eddyline.detect.api.EnrichedEvent;
import dev.eddyline.detect.api.EventTypes;
import dev.eddyline.detect.api.HistoryPlace;
import dev.eddyline.detect.api.LoopTraits;
import dev.eddyline.detect.api.LoopTraits.Escalation;
import dev.eddyline.detect.api.Polls;
import dev.eddyline.keys.Section;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.MessageRun;
import dev.eddyline.schema.ResponseProduced;
import dev.eddyline.schema.TalkHistory;
import dev.eddyline.schema.WaitingEnded;
import dev.eddyline.schema.WaitingStarted;
import dev.eddyline.state.StateParts;
import dev.eddyline.text.Masking;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Detects an agent that repeats the same message: without any other event in between ({@link
 * MessageRunEditor}), or without anything new in between. In the second case it also detects one or
 * two agents whose messages bring no new word ({@link TalkEditor}).
 */
public final class RepeatedMessage
    implements Detector<RepeatedMessage.Messages, RepeatedMessage.Limits> {

  private static final List<LoopTraits> LOOPS =
      List.of(
          LoopTraits.hinted(
              LoopType.REPEATED_MESSAGE,
              Escalation.AT_THRESHOLD,
              "%s. Saying it again will not change that: do the next step, or say what is in the way."));

  private static final Duration WINDOW = Duration.ofHours(24);

  private static final Set<Class<?>> EVENT_TYPES =
      EventTypes.allBut(WaitingStarted.class, WaitingEnded.class);

  private static final HistoryPlace.InState<TalkHistory> TALK =
      HistoryPlace.inState(StateParts.TALK, TalkEditor.NONE);

  private static final HistoryPlace<Messages> PLACE =
      new HistoryPlace.InState<>(
          state ->
              new Messages(Optional.ofNullable(state.part(StateParts.MESSAGE)), TALK.of(state)),
          (state, messages) -> {
            state.part(StateParts.MESSAGE, messages.run().orElse(null));
            TALK.set().accept(state, messages.talk());
          },
          Messages.NONE);

  /** What ends a run of equal messages. */
  public enum ResetBy {
    /** Any other event. */
    EVENT,
    /** What is new: a new result of a tool, new words, a person's message. */
    NOVELTY
  }

  /**
   * The messages of a task: one of both is used, by the policy.
   *
   * @param run the newest equal messages, if any other event ends them
   * @param talk what was said since something new was said or done
   */
  public record Messages(Optional<MessageRun> run, TalkHistory talk) {

    static final Messages NONE = new Messages(Optional.empty(), TalkEditor.NONE);

    /** These messages; the same object if nothing changed. */
    @SuppressWarnings({"OptionalEquality", "ReferenceEquality"}) // unchanged ones are not stored
    private Messages with(Optional<MessageRun> nowRun, TalkHistory nowTalk) {
      return nowRun == run && nowTalk == talk ? this : new Messages(nowRun, nowTalk);
    }
  }

  /**
   * Limits of the detector.
   *
   * @param enabled whether the detector is on
   * @param times consecutive equal messages that make a loop
   * @param minLength minimum length of a message, in characters; a shorter one counts only among
   *     {@code shortTimes}
   * @param resetBy what ends a run of equal messages
   * @param shortTimes shorter equal messages that make a loop, if only novelty ends them
   * @param stale messages of an agent in a row without a new word that make a loop, if only novelty
   *     ends them
   * @param staleOfTwo the same of two agents
   * @param window how far back a message counts
   * @param polls when equal messages are notes of an agent that waits
   * @param masking what is volatile in a message
   */
  public record Limits(
      boolean enabled,
      int times,
      int minLength,
      ResetBy resetBy,
      int shortTimes,
      int stale,
      int staleOfTwo,
      Duration window,
      Polls polls,
      Masking masking)
      implements Detector.Limits {

    public Limits {
      Objects.requireNonNull(resetBy, "resetBy");
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
  public HistoryPlace<Messages> history() {
    return PLACE;
  }

  @Override
  public Limits limits(Section section, Masking masking) {
    Limits limits =
        new Limits(
            section.enabled(),
            section
                .about("consecutive equal messages that make a loop")
                .integer("times", 3, 2, Section.MANY),
            section
                .about("characters that a message must have to count; see shortTimes for others")
                .integer("minLength", 0, 0, Section.MANY),
            section
                .about(
                    "what ends a run of equal messages: any other event, or only novelty. Novelty is a new"
                        + " result of a tool, a text with new words, a person's message or a break of 10"
                        + " minutes. A message that says that something still runs counts a quarter then")
                .oneOf("resetBy", ResetBy.EVENT, Section.all(ResetBy.class)),
            section
                .about("equal messages below minLength that make a loop (resetBy novelty)")
                .integer("shortTimes", 5, 2, Section.MANY),
            section
                .about(
                    "messages of an agent in a row without a new word that make a loop (resetBy novelty)")
                .integer("stale", 5, 2, Section.MANY),
            section
                .about("the same of two agents that talk with each other (resetBy novelty)")
                .integer("staleOfTwo", 6, 2, Section.MANY),
            section
                .about("how far back a message counts (resetBy event)")
                .windowDuration("window", WINDOW),
            Polls.in(section),
            masking);
    if (limits.resetBy() == ResetBy.NOVELTY) {
      warnOfIgnoredKeys(section, limits);
    }
    return limits;
  }

  private static void warnOfIgnoredKeys(Section section, Limits limits) {
    if (!limits.window().equals(WINDOW)) {
      section.addWarning(
          "window",
          "is ignored with resetBy: novelty; a break of 10 minutes ends a run of messages");
    }
    if (limits.polls().interval() != null) {
      section.addWarning(
          "pollInterval",
          "is ignored with resetBy: novelty; a message that says that something runs counts a quarter");
    }
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
  public DetectionResult<Messages> detect(EnrichedEvent enriched, Messages history, Limits limits) {
    if (!limits.enabled()) {
      return DetectionResult.noLoop(history);
    }
    if (limits.resetBy() == ResetBy.NOVELTY) {
      var talked = new TalkEditor(history.talk(), enriched, limits).detect();
      return new DetectionResult<>(talked.loop(), history.with(history.run(), talked.history()));
    }
    var repeated = MessageRunEditor.detect(enriched, history.run(), limits);
    return new DetectionResult<>(repeated.loop(), history.with(repeated.history(), history.talk()));
  }

  /** The equal messages of the agent, from the second one on. */
  @Override
  public Optional<String> count(EnrichedEvent enriched, Messages history, Limits limits) {
    if (!limits.enabled() || !(enriched.event().getBody() instanceof ResponseProduced response)) {
      return Optional.empty();
    }
    boolean byNovelty = limits.resetBy() == ResetBy.NOVELTY;
    boolean isShort = byNovelty && response.getText().length() < limits.minLength();
    List<MessageRun> said = history.talk().getSaid();
    Optional<MessageRun> run =
        !byNovelty
            ? history.run()
            : said.isEmpty() ? Optional.empty() : Optional.of(BoundedLists.last(said));
    return run.filter(it -> it.getCount() > 1)
        .map(
            it ->
                "%d of %d"
                    .formatted(it.getCount(), isShort ? limits.shortTimes() : limits.times()));
  }
}
