package dev.eddyline.memory;

import dev.eddyline.schema.Lessons;
import dev.eddyline.schema.LoopMemory;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.Looped;
import dev.eddyline.schema.RemedyKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The pending remedies of a root task: its loops since the last reset, and tried remedies with an
 * open outcome.
 *
 * @param recentLoops the loops, least recent first
 * @param trials tried remedies, oldest first
 */
public record PendingRemedies(List<Looped> recentLoops, List<LoopMemory> trials) {

  /** Maximum number of loops, and of trials, of a root. */
  static final int MAX_ENTRIES_PER_LIST = 4;

  /** The agent of an event that names none. */
  private static final String UNKNOWN_AGENT = "unknown";

  public PendingRemedies {
    recentLoops = List.copyOf(recentLoops);
    trials = List.copyOf(trials);
  }

  /**
   * The result of an event.
   *
   * @param pendingAfterEvent the pending remedies after the event
   * @param recordsToPublish the records to publish
   */
  public record RemedyUpdate(PendingRemedies pendingAfterEvent, List<LoopMemory> recordsToPublish) {

    public RemedyUpdate {
      recordsToPublish = List.copyOf(recordsToPublish);
    }
  }

  /**
   * The event that determined a remedy or its outcome.
   *
   * @param rootTaskId the root task
   * @param eventId the event
   * @param agentId its agent
   * @param at its event time, epoch milliseconds
   */
  public record RemedyEvent(String rootTaskId, String eventId, String agentId, long at) {}

  /**
   * A person's decision as a remedy.
   *
   * @param kind the kind of remedy
   * @param guidance guidance, redacted; empty if there is none
   * @param gateId the gate, or null
   */
  public record DecidedRemedy(RemedyKind kind, String guidance, String gateId) {}

  /**
   * Restores stored pending remedies without expired entries.
   *
   * @param stored the stored record, or null
   * @param at event time of the current event, epoch milliseconds
   */
  public static PendingRemedies of(Lessons stored, long at, Duration retention) {
    if (stored == null) {
      return new PendingRemedies(List.of(), List.of());
    }
    return new PendingRemedies(
        stored.getLooped().stream()
            .filter(loop -> at - loop.getAt() <= retention.toMillis())
            .toList(),
        stored.getTrials().stream()
            .filter(trial -> trial.getOpenUntil().toEpochMilli() > at)
            .toList());
  }

  /** The record without an erased task; null if nothing changes. */
  public static Lessons withoutErasedTask(String task, Lessons stored) {
    Lessons remaining =
        new Lessons(
            stored.getLooped().stream().filter(loop -> !task.equals(loop.getTaskId())).toList(),
            stored.getTrials().stream().filter(trial -> !task.equals(trial.getTaskId())).toList());
    boolean unchanged =
        remaining.getLooped().size() == stored.getLooped().size()
            && remaining.getTrials().size() == stored.getTrials().size();
    return unchanged ? null : remaining;
  }

  /** The record to store. */
  public Lessons toStoredRecord() {
    return new Lessons(recentLoops, trials);
  }

  /** Records that a loop was detected again, so that its trials did not help. */
  public RemedyUpdate afterLoopRecurred(LoopType type, String signature) {
    List<LoopMemory> open = new ArrayList<>();
    List<LoopMemory> published = new ArrayList<>();
    for (LoopMemory trial : trials) {
      if (LoopSignature.isSame(type, signature, trial.getLoopType(), trial.getSignature())) {
        published.add(LoopMemoryRecords.settled(trial, 0));
      } else {
        open.add(trial);
      }
    }
    return new RemedyUpdate(new PendingRemedies(recentLoops, open), published);
  }

  /** Adds a detected loop. */
  public PendingRemedies withLoop(Looped loop) {
    Looped newest = loop;
    List<Looped> updated = new ArrayList<>(recentLoops);
    Optional<Looped> previous = of(loop);
    if (previous.isPresent()) {
      updated.remove(previous.get());
      newest = mergeSameLoop(previous.get(), loop);
    }
    updated.add(newest);
    return new PendingRemedies(newest(updated), trials);
  }

  /** Removes the loops after a user message: earlier hints cannot be the remedy any more. */
  public PendingRemedies withoutLoops() {
    return new PendingRemedies(List.of(), trials);
  }

  /**
   * Records a person's decision.
   *
   * @param gateLoop the loop of the decided gate; null for the most recent loop
   * @param retention time without the loop after which the decision counts as successful
   */
  public RemedyUpdate afterHumanDecision(
      RemedyEvent cause, DecidedRemedy decided, Looped gateLoop, Duration retention) {
    Optional<Looped> decidedLoop = findDecidedLoop(gateLoop);
    if (decidedLoop.isEmpty()) {
      return new RemedyUpdate(withoutLoops(), List.of());
    }
    Looped loop = decidedLoop.get();
    List<LoopMemory> published = new ArrayList<>();
    List<LoopMemory> open = new ArrayList<>(trials);
    boolean settled =
        decided.kind() == RemedyKind.REJECTION || decided.kind() == RemedyKind.NO_LOOP;
    LoopMemory trial =
        LoopMemoryRecords.createLoopMemory(loop, cause, decided.kind(), decided.guidance(), 1, 0);
    trial.setGateId(decided.gateId());
    published.add(trial);
    if (!settled) {
      trial.setOpenUntil(Instant.ofEpochMilli(cause.at() + retention.toMillis()));
      open.add(trial);
    }
    if (loop.getHints() > 0 && decided.kind() != RemedyKind.NO_LOOP) {
      published.add(
          LoopMemoryRecords.createLoopMemory(
              loop, cause, RemedyKind.HINT, loop.getHint(), loop.getHints(), 0));
    }
    return new RemedyUpdate(new PendingRemedies(List.of(), newest(open)), published);
  }

  /** The loop that a decision is about: the gate's or, without one, the most recent. */
  public Optional<Looped> findDecidedLoop(Looped gateLoop) {
    if (gateLoop != null) {
      return Optional.of(of(gateLoop).orElse(gateLoop));
    }
    return recentLoops.isEmpty()
        ? Optional.empty()
        : Optional.of(recentLoops.get(recentLoops.size() - 1));
  }

  /** Records that the root completed successfully: the latest remedies helped. */
  public RemedyUpdate afterRootTaskCompleted(RemedyEvent cause) {
    List<LoopMemory> published = new ArrayList<>();
    trials.forEach(trial -> published.add(LoopMemoryRecords.settled(trial, trial.getTried())));
    for (Looped loop : recentLoops) {
      boolean byOtherAgent =
          !cause.agentId().equals(UNKNOWN_AGENT) && !cause.agentId().equals(loop.getAgentId());
      if (byOtherAgent) {
        published.add(
            LoopMemoryRecords.createLoopMemory(loop, cause, RemedyKind.OTHER_AGENT, "", 1, 1));
      } else if (loop.getHints() > 0) {
        published.add(
            LoopMemoryRecords.createLoopMemory(
                loop, cause, RemedyKind.HINT, loop.getHint(), loop.getHints(), 1));
      }
    }
    return new RemedyUpdate(new PendingRemedies(List.of(), List.of()), published);
  }

  private Optional<Looped> of(Looped sought) {
    return recentLoops.stream()
        .filter(
            loop ->
                LoopSignature.isSame(
                    sought.getLoopType(),
                    sought.getSignature(),
                    loop.getLoopType(),
                    loop.getSignature()))
        .findFirst();
  }

  private static Looped mergeSameLoop(Looped previous, Looped now) {
    return new Looped(
        now.getSignature(),
        now.getLoopType(),
        now.getRule(),
        now.getTaskId(),
        now.getWorkflow(),
        now.getTenant(),
        now.getAgentId(),
        now.getWhat(),
        now.getHint() == null ? previous.getHint() : now.getHint(),
        previous.getHints() + now.getHints(),
        now.getAt());
  }

  private static <T> List<T> newest(List<T> all) {
    return all.subList(Math.max(0, all.size() - MAX_ENTRIES_PER_LIST), all.size());
  }
}
