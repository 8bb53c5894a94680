package dev.eddyline.detect;

import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.MatchKind;
import dev.eddyline.schema.MessageRun;
import dev.eddyline.schema.ResponseProduced;
import dev.eddyline.schema.SeenEvent;
import dev.eddyline.schema.TaskState;
import dev.eddyline.schema.WaitingEnded;
import dev.eddyline.schema.WaitingStarted;
import dev.eddyline.text.Section;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Detects an agent that repeats the same message without any other event in between. Progress ends
 * the run, since a progress report is another event.
 */
public final class RepeatedMessage
    implements Detector<Optional<MessageRun>, RepeatedMessage.Limits> {

  private static final HistoryPlace<Optional<MessageRun>> PLACE =
      new HistoryPlace.InState<>(
          state -> Optional.ofNullable(state.getMessage()),
          (TaskState state, Optional<MessageRun> run) -> state.setMessage(run.orElse(null)),
          Optional::empty);

  /**
   * Limits of the rule.
   *
   * @param enabled whether the rule is on
   * @param times consecutive equal messages that make a loop
   * @param minLength minimum length of a message, in characters
   * @param window how far back a message counts
   * @param masking what is volatile in a message
   */
  public record Limits(boolean enabled, int times, int minLength, Duration window, Masking masking)
      implements Detector.Limits {

    public Limits {
      Objects.requireNonNull(window, "window");
      Objects.requireNonNull(masking, "masking");
    }
  }

  @Override
  public String key() {
    return "repeated_message";
  }

  @Override
  public String origin() {
    return "detects an agent that repeats one message";
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
        section.about("how far back a message counts").kept("window", Duration.ofHours(24)),
        masking);
  }

  @Override
  public boolean seesWaiting() {
    return true;
  }

  @Override
  public boolean seesMuted(Observation seen) {
    return !(seen.event().getBody() instanceof ResponseProduced);
  }

  @Override
  public boolean concerns(Observation seen) {
    Object body = seen.event().getBody();
    return !(body instanceof WaitingStarted) && !(body instanceof WaitingEnded);
  }

  @Override
  public Finding<Optional<MessageRun>> detect(
      Observation seen, Optional<MessageRun> history, Limits limits) {
    if (!limits.enabled()) {
      return Finding.none(history);
    }
    if (!(seen.event().getBody() instanceof ResponseProduced said)) {
      return Finding.none(Optional.empty());
    }
    String text = said.getText();
    if (seen.waiting() || text.isBlank()) {
      return Finding.none(history);
    }
    if (text.length() < limits.minLength()) {
      return Finding.none(Optional.empty());
    }
    long agent = Hash.of(seen.event().getAgentId());
    long exact = Hash.of(text);
    MessageRun before = history.filter(run -> isNear(run, agent, seen, limits)).orElse(null);
    // a text equal to the run's first needs no masking
    if (before == null || before.getExact() != exact) {
      String masked = masked(text, seen, limits);
      long normalized = masked.equals(text) ? exact : Hash.of(masked);
      if (before == null || before.getNormalized() != normalized) {
        return Finding.none(Optional.of(single(agent, exact, normalized, seen)));
      }
    }
    MessageRun run = longer(before);
    Optional<FoundLoop> loop =
        run.getCount() >= limits.times()
            ? Optional.of(loop(run, exact, text, limits, seen))
            : Optional.empty();
    return new Finding<>(loop, Optional.of(run));
  }

  private static MessageRun single(long agent, long exact, long normalized, Observation seen) {
    return new MessageRun(
        agent,
        exact,
        normalized,
        1,
        seen.event().getEventId(),
        seen.at(),
        seen.partition(),
        seen.offset(),
        seen.costBefore());
  }

  private static String masked(String text, Observation seen, Limits limits) {
    return seen.texts().masked(text, limits.masking()).plain();
  }

  /** Whether a run is of this agent and within the window. */
  private static boolean isNear(MessageRun run, long agent, Observation seen, Limits limits) {
    return run.getAgent() == agent
        && Math.abs(seen.at() - run.getFirstAt()) <= limits.window().toMillis();
  }

  private static MessageRun longer(MessageRun run) {
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
      MessageRun run, long now, String text, Limits limits, Observation seen) {
    boolean exact = run.getExact() == now;
    SeenEvent first =
        new SeenEvent(
            run.getFirstEventId(),
            run.getFirstAt(),
            run.getFirstPartition(),
            run.getFirstOffset(),
            // the first text is not stored: it equals this one, apart from masked parts
            seen.redaction().apply(exact ? text : masked(text, seen, limits)));
    return Loops.closed(
            LoopType.REPEATED_MESSAGE,
            List.of(first, seen.evidence(text)),
            first,
            run.getCostBefore(),
            seen)
        .setMatchKind(exact ? MatchKind.EXACT : MatchKind.NORMALIZED)
        .setIdentity(
            "message " + seen.event().getAgentId() + " " + Long.toHexString(run.getNormalized()))
        .setOccurrences(run.getCount())
        .setAttempts(run.getCount())
        .setMeasured(run.getCount())
        .setLimit(limits.times())
        .setReason(
            "The agent said the same "
                + run.getCount()
                + " times and nothing else was done in between")
        .build();
  }
}
