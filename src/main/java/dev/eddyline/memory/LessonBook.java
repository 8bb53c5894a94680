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
 * @param looped the loops, least recent first
 * @param trials tried remedies, oldest first
 */
public record LessonBook(List<Looped> looped, List<LoopMemory> trials) {

  /** Maximum number of loops, and of trials, of a root. */
  static final int MOST = 4;

  /** The agent of an event that names none. */
  private static final String UNKNOWN_AGENT = "unknown";

  public LessonBook {
    looped = List.copyOf(looped);
    trials = List.copyOf(trials);
  }

  /**
   * The result of an event.
   *
   * @param book the pending remedies after the event
   * @param told the records to publish
   */
  public record Learnt(LessonBook book, List<LoopMemory> told) {

    public Learnt {
      told = List.copyOf(told);
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
  public record Told(String rootTaskId, String eventId, String agentId, long at) {}

  /**
   * A person's decision as a remedy.
   *
   * @param kind the kind of remedy
   * @param words guidance, redacted; empty if there is none
   * @param gateId the gate, or null
   */
  public record Decided(RemedyKind kind, String words, String gateId) {}

  /**
   * Restores stored pending remedies without expired entries.
   *
   * @param kept the stored record, or null
   * @param at event time of the current event, epoch milliseconds
   */
  public static LessonBook of(Lessons kept, long at, Duration remembered) {
    if (kept == null) {
      return new LessonBook(List.of(), List.of());
    }
    return new LessonBook(
        kept.getLooped().stream()
            .filter(loop -> at - loop.getAt() <= remembered.toMillis())
            .toList(),
        kept.getTrials().stream()
            .filter(trial -> trial.getOpenUntil().toEpochMilli() > at)
            .toList());
  }

  /** The record without an erased task; null if nothing changes. */
  public static Lessons without(String task, Lessons kept) {
    Lessons left =
        new Lessons(
            kept.getLooped().stream().filter(loop -> !task.equals(loop.getTaskId())).toList(),
            kept.getTrials().stream().filter(trial -> !task.equals(trial.getTaskId())).toList());
    boolean same =
        left.getLooped().size() == kept.getLooped().size()
            && left.getTrials().size() == kept.getTrials().size();
    return same ? null : left;
  }

  /** The record to store. */
  public Lessons kept() {
    return new Lessons(looped, trials);
  }

  /** Records that a loop was detected again, so that its trials did not help. */
  public Learnt cameBack(LoopType type, String signature) {
    List<LoopMemory> open = new ArrayList<>();
    List<LoopMemory> told = new ArrayList<>();
    for (LoopMemory trial : trials) {
      if (LoopSignature.isSame(type, signature, trial.getLoopType(), trial.getSignature())) {
        told.add(Cases.settled(trial, 0));
      } else {
        open.add(trial);
      }
    }
    return new Learnt(new LessonBook(looped, open), told);
  }

  /** Adds a detected loop. */
  public LessonBook with(Looped loop) {
    Looped newest = loop;
    List<Looped> more = new ArrayList<>(looped);
    Optional<Looped> before = of(loop);
    if (before.isPresent()) {
      more.remove(before.get());
      newest = together(before.get(), loop);
    }
    more.add(newest);
    return new LessonBook(newest(more), trials);
  }

  /** Removes the loops after a user message: earlier hints cannot be the remedy any more. */
  public LessonBook spoken() {
    return new LessonBook(List.of(), trials);
  }

  /**
   * Records a person's decision.
   *
   * @param gated the loop of the decided gate; null for the most recent loop
   * @param remembered time without the loop after which the decision counts as successful
   */
  public Learnt decided(Told by, Decided decided, Looped gated, Duration remembered) {
    Optional<Looped> about = about(gated);
    if (about.isEmpty()) {
      return new Learnt(spoken(), List.of());
    }
    Looped loop = about.get();
    List<LoopMemory> told = new ArrayList<>();
    List<LoopMemory> open = new ArrayList<>(trials);
    boolean settled =
        decided.kind() == RemedyKind.REJECTION || decided.kind() == RemedyKind.NO_LOOP;
    LoopMemory trial = Cases.of(loop, by, decided.kind(), decided.words(), 1, 0);
    trial.setGateId(decided.gateId());
    told.add(trial);
    if (!settled) {
      trial.setOpenUntil(Instant.ofEpochMilli(by.at() + remembered.toMillis()));
      open.add(trial);
    }
    if (loop.getHints() > 0 && decided.kind() != RemedyKind.NO_LOOP) {
      told.add(Cases.of(loop, by, RemedyKind.HINT, loop.getHint(), loop.getHints(), 0));
    }
    return new Learnt(new LessonBook(List.of(), newest(open)), told);
  }

  /** The loop that a decision is about: the gate's or, without one, the most recent. */
  public Optional<Looped> about(Looped gated) {
    if (gated != null) {
      return Optional.of(of(gated).orElse(gated));
    }
    return looped.isEmpty() ? Optional.empty() : Optional.of(looped.get(looped.size() - 1));
  }

  /** Records that the root completed successfully: the latest remedies helped. */
  public Learnt completed(Told by) {
    List<LoopMemory> told = new ArrayList<>();
    trials.forEach(trial -> told.add(Cases.settled(trial, trial.getTried())));
    for (Looped loop : looped) {
      boolean other =
          !by.agentId().equals(UNKNOWN_AGENT) && !by.agentId().equals(loop.getAgentId());
      if (other) {
        told.add(Cases.of(loop, by, RemedyKind.OTHER_AGENT, "", 1, 1));
      } else if (loop.getHints() > 0) {
        told.add(Cases.of(loop, by, RemedyKind.HINT, loop.getHint(), loop.getHints(), 1));
      }
    }
    return new Learnt(new LessonBook(List.of(), List.of()), told);
  }

  private Optional<Looped> of(Looped sought) {
    return looped.stream()
        .filter(
            loop ->
                LoopSignature.isSame(
                    sought.getLoopType(),
                    sought.getSignature(),
                    loop.getLoopType(),
                    loop.getSignature()))
        .findFirst();
  }

  private static Looped together(Looped before, Looped now) {
    return new Looped(
        now.getSignature(),
        now.getLoopType(),
        now.getRule(),
        now.getTaskId(),
        now.getWorkflow(),
        now.getAgentId(),
        now.getWhat(),
        now.getHint() == null ? before.getHint() : now.getHint(),
        before.getHints() + now.getHints(),
        now.getAt());
  }

  private static <T> List<T> newest(List<T> all) {
    return all.subList(Math.max(0, all.size() - MOST), all.size());
  }
}
