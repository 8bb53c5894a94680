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
 * What may yet be learnt from a root task's loops: which it had since the last reset, and what was
 * tried of which it is not known yet whether it helped.
 *
 * @param looped the loops, the one that came longest ago first
 * @param trials what was tried, oldest first
 */
public record LessonBook(List<Looped> looped, List<LoopMemory> trials) {

  /** Loops, and trials, that are remembered of a root. */
  static final int MOST = 4;

  /** The agent of an event that names none. */
  private static final String UNKNOWN_AGENT = "unknown";

  public LessonBook {
    looped = List.copyOf(looped);
    trials = List.copyOf(trials);
  }

  /**
   * What an event makes known.
   *
   * @param book what may yet be learnt after it
   * @param told what is known now, to be published
   */
  public record Learnt(LessonBook book, List<LoopMemory> told) {

    public Learnt {
      told = List.copyOf(told);
    }
  }

  /**
   * An event that tells what was done about a loop.
   *
   * @param rootTaskId the root task
   * @param eventId the event
   * @param agentId its agent
   * @param at its event time, epoch milliseconds
   */
  public record Told(String rootTaskId, String eventId, String agentId, long at) {}

  /**
   * What a person decided.
   *
   * @param kind what that is to a loop
   * @param words what was said, redacted; empty for nothing
   * @param gateId the gate, or null
   */
  public record Decided(RemedyKind kind, String words, String gateId) {}

  /**
   * What is kept, but for what lies so long ago that a task would be forgotten.
   *
   * @param kept null for nothing
   * @param at event time of the event that asks, epoch milliseconds
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

  /** What is left where a task is erased; null where nothing is of that task. */
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

  /** What is to be kept. */
  public Lessons kept() {
    return new Lessons(looped, trials);
  }

  /** A loop came, so that what was tried against it has not helped. */
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

  /** A loop came: it may be learnt what breaks it. */
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

  /** A person spoke: what was hinted before is not what helps from now on. */
  public LessonBook spoken() {
    return new LessonBook(List.of(), trials);
  }

  /**
   * A person decided.
   *
   * @param gated the loop of the gate that was decided; null for the one that came last
   * @param remembered how long the loop must stay away for the decision to have helped
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

  /** The loop that a decision is about: the gate's, or the one that came last. */
  public Optional<Looped> about(Looped gated) {
    if (gated != null) {
      return Optional.of(of(gated).orElse(gated));
    }
    return looped.isEmpty() ? Optional.empty() : Optional.of(looped.get(looped.size() - 1));
  }

  /** The root completed with success: what was tried last has helped. */
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
