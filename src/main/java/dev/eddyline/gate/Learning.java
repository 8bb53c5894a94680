package dev.eddyline.gate;

import dev.eddyline.detect.HistoryPlace.InStore;
import dev.eddyline.detect.Redaction;
import dev.eddyline.memory.LessonBook;
import dev.eddyline.memory.LoopQuery;
import dev.eddyline.memory.LoopSignature;
import dev.eddyline.memory.Recall;
import dev.eddyline.policy.Policy;
import dev.eddyline.policy.Sharing;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.schema.Lessons;
import dev.eddyline.schema.Looped;
import dev.eddyline.schema.OpenGate;
import dev.eddyline.schema.RemedyKind;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Records which remedies resolve the loops of a root task, and looks up remedies of similar loops.
 * No verdict depends on it.
 */
public final class Learning {

  /**
   * The history store of pending remedies. It is separate from the detectors' histories and is
   * never cleared with them.
   */
  public static final InStore<Lessons> PLACE =
      new InStore<>(
          "eddyline-lessons",
          Lessons.class,
          stamp -> new Lessons(List.of(), List.of()),
          lessons -> 0L);

  /** A recorder that neither records nor finds remedies. */
  public static final Learning NOTHING =
      new Learning(() -> null, lessons -> {}, Recall.NOTHING, workflow -> Optional.empty());

  private final Supplier<Lessons> kept;
  private final Consumer<Lessons> keep;
  private final Recall recall;
  private final Function<String, Optional<Policy>> policies;

  /** The value that this input wrote: the store may return it only to the next input. */
  private @Nullable Lessons said;

  /**
   * The recorder of one root task.
   *
   * @param kept loads the pending remedies, or null
   * @param keep stores the pending remedies
   * @param recall looks up remedies in the loop memory
   * @param policies the policy by workflow, which may be null; without a policy nothing is recorded
   */
  public Learning(
      Supplier<Lessons> kept,
      Consumer<Lessons> keep,
      Recall recall,
      Function<String, Optional<Policy>> policies) {
    this.kept = Objects.requireNonNull(kept, "storedRemedies");
    this.keep = Objects.requireNonNull(keep, "save");
    this.recall = Objects.requireNonNull(recall, "lookup");
    this.policies = Objects.requireNonNull(policies, "policies");
  }

  /** The remedies that resolved similar loops, best first. */
  List<String> similar(Case situation, FoundLoop loop) {
    if (situation.isShadow()) {
      return List.of();
    }
    Subject subject = situation.subject();
    String what = what(loop, situation.policy().redaction());
    return recall.similar(
        new LoopQuery(
            LoopSignature.of(loop, what),
            loop.getLoopType(),
            what,
            subject.workflow(),
            subject.at(),
            this::sharing));
  }

  /** The loop's description for the loop memory; null if recording is disabled. */
  @Nullable Looped looped(Case situation, FoundLoop loop, Advice advice) {
    if (!learns(situation)) {
      return null;
    }
    Subject subject = situation.subject();
    Redaction redaction = situation.policy().redaction();
    boolean hinted = advice.action() == Action.RETRY_WITH_HINT;
    String what = what(loop, redaction);
    return new Looped(
        LoopSignature.of(loop, what),
        loop.getLoopType(),
        loop.getRule(),
        subject.taskId(),
        subject.workflow(),
        subject.agentId(),
        what,
        hinted ? redaction.apply(advice.text()) : null,
        hinted ? 1 : 0,
        subject.at());
  }

  /**
   * Records that counted loops had a verdict.
   *
   * @param loops all counted loops; earlier remedies for them did not help
   * @param answered the loop that determined the action
   */
  void ruled(
      Case situation, List<FoundLoop> loops, FoundLoop answered, Advice advice, Outbox outbox) {
    if (!learns(situation) || situation.root().rejected()) {
      return;
    }
    LessonBook book = book(situation);
    for (FoundLoop loop : loops) {
      LessonBook.Learnt learnt =
          book.cameBack(
              loop.getLoopType(),
              LoopSignature.of(loop, what(loop, situation.policy().redaction())));
      learnt.told().forEach(outbox::learn);
      book = learnt.book();
    }
    keep(book.with(looped(situation, answered, advice)));
  }

  /** Records a person's decision; the gate may be null. */
  void decided(Case situation, @Nullable OpenGate gate, HumanIntervened human, Outbox outbox) {
    Optional<RemedyKind> kind = kind(human);
    if (!learns(situation) || kind.isEmpty()) {
      return;
    }
    String gateId = gate == null ? null : gate.getGateId();
    Looped gated = gate == null ? null : gate.getLooped();
    LessonBook book = book(situation);
    Optional<Looped> about = book.about(gated);
    boolean unknown = gate != null && gated == null;
    if (unknown || about.isPresent() && !letsOut(situation, about.get().getWorkflow())) {
      keep(book.spoken());
      return;
    }
    String words = human.getGuidance() == null ? "" : human.getGuidance();
    if (!words.isEmpty()) {
      words = situation.policy().redaction().apply(words);
      Optional<Policy> other = about.flatMap(loop -> policies.apply(loop.getWorkflow()));
      words = other.isPresent() ? other.get().redaction().apply(words) : words;
    }
    keep(
        book.decided(
            told(situation),
            new LessonBook.Decided(kind.get(), words, gateId),
            gated,
            situation.policy().forgetAfter()),
        outbox);
  }

  /** Records that the root task completed successfully. */
  void completed(Case situation, Outbox outbox) {
    if (learns(situation) && kept() != null) {
      keep(book(situation).completed(told(situation)), outbox);
    }
  }

  /** Records that a user message reset the counter. */
  void spoken(Case situation) {
    if (learns(situation) && kept() != null) {
      keep(book(situation).spoken());
    }
  }

  /** Historical events and shadow verdicts had no effect, so no remedy is recorded for them. */
  private boolean learns(Case situation) {
    return !situation.isShadow()
        && !situation.history()
        && sharing(situation.subject().workflow()) != Sharing.NONE;
  }

  /**
   * Whether guidance may be stored under the loop's workflow: the stricter of both policies
   * decides. A decision about an expired task names no workflow; the loop's workflow is used.
   */
  private boolean letsOut(Case situation, @Nullable String loopsWorkflow) {
    String own = situation.subject().workflow();
    boolean same = own == null || own.equals(loopsWorkflow);
    return sharing(loopsWorkflow).lets(sharing(own), same);
  }

  private Sharing sharing(@Nullable String workflow) {
    return policies.apply(workflow).map(Policy::memory).orElse(Sharing.NONE);
  }

  private LessonBook book(Case situation) {
    return LessonBook.of(kept(), situation.subject().at(), situation.policy().forgetAfter());
  }

  private void keep(LessonBook.Learnt learnt, Outbox outbox) {
    learnt.told().forEach(outbox::learn);
    keep(learnt.book());
  }

  private void keep(LessonBook book) {
    said = book.kept();
    keep.accept(said);
  }

  private Lessons kept() {
    return said == null ? kept.get() : said;
  }

  private static LessonBook.Told told(Case situation) {
    Subject subject = situation.subject();
    return new LessonBook.Told(
        subject.rootTaskId(), subject.eventId(), subject.agentId(), subject.at());
  }

  private static String what(FoundLoop loop, Redaction redaction) {
    String newest = Briefing.newest(loop);
    return newest.isEmpty() ? redaction.apply(loop.getReason()) : newest;
  }

  private static Optional<RemedyKind> kind(HumanIntervened human) {
    boolean silent = human.getGuidance() == null || human.getGuidance().isBlank();
    Decision decision = human.getDecision();
    return Optional.ofNullable(
        switch (decision) {
          case APPROVE -> silent ? RemedyKind.GO_AHEAD : RemedyKind.GUIDANCE;
          case APPROVE_OTHER_AGENT -> RemedyKind.OTHER_AGENT;
          case REJECT -> RemedyKind.REJECTION;
          case FALSE_POSITIVE -> RemedyKind.NO_LOOP;
          default -> null;
        });
  }
}
