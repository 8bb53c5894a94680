package dev.eddyline.gate;

import dev.eddyline.detect.api.HistoryPlace.InStore;
import dev.eddyline.detect.redaction.Redaction;
import dev.eddyline.memory.LoopQuery;
import dev.eddyline.memory.LoopSignature;
import dev.eddyline.memory.PendingRemedies;
import dev.eddyline.memory.RemedyLookup;
import dev.eddyline.policy.MemorySharing;
import dev.eddyline.policy.Policy;
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
public final class RemedyRecorder {

  /**
   * The history store of pending remedies. It is separate from the detectors' histories and is
   * never cleared with them.
   */
  public static final InStore<Lessons> PENDING_REMEDIES_STORE =
      new InStore<>(
          "remedies",
          Lessons.class,
          stamp -> new Lessons(List.of(), List.of()),
          pendingLessons -> 0L);

  /** A recorder that neither records nor finds remedies. */
  public static final RemedyRecorder DISABLED =
      new RemedyRecorder(
          () -> null, pendingLessons -> {}, RemedyLookup.EMPTY, workflow -> Optional.empty());

  private final Supplier<Lessons> storedPendingRemedies;
  private final Consumer<Lessons> savePendingRemedies;
  private final RemedyLookup remedyLookup;
  private final Function<String, Optional<Policy>> policies;

  /** The value that this input wrote: the store may return it only to the next input. */
  private @Nullable Lessons lastSavedByThisInput;

  /**
   * The recorder of one root task.
   *
   * @param storedRemedies loads the pending remedies, or null
   * @param save stores the pending remedies
   * @param lookup looks up remedies in the loop memory
   * @param policies the policy by workflow, which may be null; without a policy nothing is recorded
   */
  public RemedyRecorder(
      Supplier<Lessons> storedRemedies,
      Consumer<Lessons> save,
      RemedyLookup lookup,
      Function<String, Optional<Policy>> policies) {
    this.storedPendingRemedies = Objects.requireNonNull(storedRemedies, "storedRemedies");
    this.savePendingRemedies = Objects.requireNonNull(save, "save");
    this.remedyLookup = Objects.requireNonNull(lookup, "lookup");
    this.policies = Objects.requireNonNull(policies, "policies");
  }

  /** The remedies that resolved similar loops, best first. */
  List<String> findRemediesOfSimilarLoops(DecisionContext context, FoundLoop loop) {
    if (context.isShadow()) {
      return List.of();
    }
    VerdictSubject subject = context.subject();
    String loopText = redactedLoopText(loop, context.policy().redaction());
    return remedyLookup.findRemedyTexts(
        new LoopQuery(
            LoopSignature.of(loop, loopText),
            loop.getLoopType(),
            loopText,
            subject.workflow(),
            subject.tenant(),
            subject.at(),
            this::sharing));
  }

  /** The loop's description for the loop memory; null if recording is disabled. */
  @Nullable Looped toLoopMemoryEntry(DecisionContext context, FoundLoop loop, Advice advice) {
    if (!isRecordingEnabled(context)) {
      return null;
    }
    VerdictSubject subject = context.subject();
    Redaction redaction = context.policy().redaction();
    boolean hinted = advice.action() == Action.RETRY_WITH_HINT;
    String loopText = redactedLoopText(loop, redaction);
    return new Looped(
        LoopSignature.of(loop, loopText),
        loop.getLoopType(),
        loop.getRule(),
        subject.taskId(),
        subject.workflow(),
        subject.tenant(),
        subject.agentId(),
        loopText,
        hinted ? redaction.apply(advice.text()) : null,
        hinted ? 1 : 0,
        subject.at());
  }

  /**
   * Records that counted loops had a verdict.
   *
   * @param loops all counted loops; earlier remedies for them did not help
   * @param answeredLoop the loop that determined the action
   */
  void onLoopVerdict(
      DecisionContext context,
      List<FoundLoop> loops,
      FoundLoop answeredLoop,
      Advice advice,
      Outbox outbox) {
    if (!isRecordingEnabled(context) || context.root().rejected()) {
      return;
    }
    PendingRemedies pending = loadPendingRemedies(context);
    for (FoundLoop loop : loops) {
      PendingRemedies.RemedyUpdate update =
          pending.afterLoopRecurred(
              loop.getLoopType(),
              LoopSignature.of(loop, redactedLoopText(loop, context.policy().redaction())));
      update.recordsToPublish().forEach(outbox::learn);
      pending = update.pendingAfterEvent();
    }
    savePendingRemedies(pending.withLoop(toLoopMemoryEntry(context, answeredLoop, advice)));
  }

  /** Records a person's decision; the gate may be null. */
  void onHumanDecision(
      DecisionContext context, @Nullable OpenGate gate, HumanIntervened human, Outbox outbox) {
    Optional<RemedyKind> kind = remedyKindOfDecision(human);
    if (!isRecordingEnabled(context) || kind.isEmpty()) {
      return;
    }
    String gateId = gate == null ? null : gate.getGateId();
    Looped gateLoop = gate == null ? null : gate.getLooped();
    PendingRemedies pending = loadPendingRemedies(context);
    Optional<Looped> decidedLoop = pending.findDecidedLoop(gateLoop);
    boolean unknown = gate != null && gateLoop == null;
    if (unknown
        || decidedLoop.isPresent()
            && !maySaveUnderWorkflow(context, decidedLoop.get().getWorkflow())) {
      savePendingRemedies(pending.withoutLoops());
      return;
    }
    String guidance = human.getGuidance() == null ? "" : human.getGuidance();
    if (!guidance.isEmpty()) {
      guidance = context.policy().redaction().apply(guidance);
      Optional<Policy> loopPolicy = decidedLoop.flatMap(loop -> policies.apply(loop.getWorkflow()));
      guidance = loopPolicy.isPresent() ? loopPolicy.get().redaction().apply(guidance) : guidance;
    }
    savePendingRemedies(
        pending.afterHumanDecision(
            toRemedyEvent(context),
            new PendingRemedies.DecidedRemedy(kind.get(), guidance, gateId),
            gateLoop,
            context.policy().forgetAfter()),
        outbox);
  }

  /** Records that the root task completed successfully. */
  void onRootTaskCompleted(DecisionContext context, Outbox outbox) {
    if (isRecordingEnabled(context) && storedPendingRemedies() != null) {
      savePendingRemedies(
          loadPendingRemedies(context).afterRootTaskCompleted(toRemedyEvent(context)), outbox);
    }
  }

  /** Records that a user message reset the counter. */
  void onUserMessage(DecisionContext context) {
    if (isRecordingEnabled(context) && storedPendingRemedies() != null) {
      savePendingRemedies(loadPendingRemedies(context).withoutLoops());
    }
  }

  /** Historical events and shadow verdicts had no effect, so no remedy is recorded for them. */
  private boolean isRecordingEnabled(DecisionContext context) {
    return !context.isShadow()
        && !context.isHistoricalEvent()
        && sharing(context.subject().workflow()) != MemorySharing.NONE;
  }

  /**
   * Whether guidance may be stored under the loop's workflow: the stricter of both policies
   * decides. A decision about an expired task names no workflow; the loop's workflow is used.
   */
  private boolean maySaveUnderWorkflow(DecisionContext context, @Nullable String loopWorkflow) {
    String eventWorkflow = context.subject().workflow();
    boolean same = eventWorkflow == null || eventWorkflow.equals(loopWorkflow);
    return sharing(loopWorkflow).allowsSharingWith(sharing(eventWorkflow), same);
  }

  private MemorySharing sharing(@Nullable String workflow) {
    return policies.apply(workflow).map(Policy::memorySharing).orElse(MemorySharing.NONE);
  }

  private PendingRemedies loadPendingRemedies(DecisionContext context) {
    return PendingRemedies.of(
        storedPendingRemedies(), context.subject().at(), context.policy().forgetAfter());
  }

  private void savePendingRemedies(PendingRemedies.RemedyUpdate update, Outbox outbox) {
    update.recordsToPublish().forEach(outbox::learn);
    savePendingRemedies(update.pendingAfterEvent());
  }

  private void savePendingRemedies(PendingRemedies pending) {
    lastSavedByThisInput = pending.toStoredRecord();
    savePendingRemedies.accept(lastSavedByThisInput);
  }

  private Lessons storedPendingRemedies() {
    return lastSavedByThisInput == null ? storedPendingRemedies.get() : lastSavedByThisInput;
  }

  private static PendingRemedies.RemedyEvent toRemedyEvent(DecisionContext context) {
    VerdictSubject subject = context.subject();
    return new PendingRemedies.RemedyEvent(
        subject.rootTaskId(), subject.eventId(), subject.agentId(), subject.at());
  }

  private static String redactedLoopText(FoundLoop loop, Redaction redaction) {
    String newest = Briefing.newestEvidenceText(loop);
    return newest.isEmpty() ? redaction.apply(loop.getReason()) : newest;
  }

  private static Optional<RemedyKind> remedyKindOfDecision(HumanIntervened human) {
    boolean withoutGuidance = human.getGuidance() == null || human.getGuidance().isBlank();
    Decision decision = human.getDecision();
    return Optional.ofNullable(
        switch (decision) {
          case APPROVE -> withoutGuidance ? RemedyKind.GO_AHEAD : RemedyKind.GUIDANCE;
          case APPROVE_OTHER_AGENT -> RemedyKind.OTHER_AGENT;
          case REJECT -> RemedyKind.REJECTION;
          case FALSE_POSITIVE -> RemedyKind.NO_LOOP;
          default -> null;
        });
  }
}
