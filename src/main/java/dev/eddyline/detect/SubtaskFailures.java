package dev.eddyline.detect;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.FailureHistory;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.FailureSignature;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.SeenEvent;
import dev.eddyline.schema.Signs;
import dev.eddyline.schema.SubtaskFailure;
import dev.eddyline.schema.SubtaskLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;

/**
 * Compares the failures of a root's subtasks: a fresh subtask that fails as an earlier one did
 * closes a loop of the root. Subtasks that started before the earlier failure are parallel; their
 * failures have one cause and close none.
 */
public final class SubtaskFailures {

  /** What the evidence says of an earlier failure, of which the root has no text. */
  private static final String EARLIER = "an equal failure of an earlier subtask";

  private SubtaskFailures() {}

  /**
   * The failure of a subtask's event, for its root; empty if it is none that roots compare. Where a
   * new result forgives a tool's error, only reported failures are compared: other subtasks always
   * have new results.
   *
   * @param failures the subtask's failures after the event, newest last
   */
  public static Optional<FailureSignature> ofEvent(
      AgentEvent event, List<FailureSignature> failures, IdenticalFailure.Limits limits) {
    boolean reported = event.getBody() instanceof FailureReported;
    if (failures.isEmpty() || limits.newResultForgives() && !reported) {
      return Optional.empty();
    }
    FailureSignature newest = failures.get(failures.size() - 1);
    SeenEvent seen = newest.getSeen().get(newest.getSeen().size() - 1);
    if (!seen.getEventId().equals(event.getEventId())) {
      return Optional.empty();
    }
    FailureSignature failure =
        new FailureSignature(
            newest.getExact(),
            newest.getNormalized(),
            newest.getUnlined(),
            newest.getTemplate(),
            newest.getErrorType(),
            newest.getLocation(),
            newest.getContext(),
            1,
            reported ? 1 : 0,
            seen.getAt(),
            seen.getAt(),
            seen.getEventId(),
            List.of(text(newest, seen)),
            newest.getCostBefore(),
            List.of(event.getAgentId()),
            newest.getProgress(),
            newest.getNews());
    return Optional.of(failure);
  }

  private static SeenEvent text(FailureSignature failure, SeenEvent seen) {
    return seen.getWhat().isEmpty()
        ? SeenEvents.withText(seen, failure.getSeen().get(0).getWhat())
        : seen;
  }

  /**
   * The loops of a subtask's event after its failure was compared with those of earlier subtasks.
   *
   * @param loops the event's loops; one of equal failures has the root's number of attempts
   * @param history the root's next history
   */
  public record Compared(List<FoundLoop> loops, FailureHistory history) {}

  /**
   * Compares the failure of a subtask's event with those of earlier subtasks.
   *
   * @param signal the event's failure and the loops that the subtask found
   * @param progress progress of the root
   */
  public static Compared compare(
      SubtaskLoop signal,
      FailureSignature failure,
      FailureHistory history,
      Signs progress,
      IdenticalFailure.Limits limits) {
    Comparison comparison = new Comparison(signal, atRoot(failure, progress), limits);
    List<SubtaskFailure> known = new ArrayList<>(history.getOfSubtasks());
    known.removeIf(
        it -> failure.getLastAt() - it.getFailure().getLastAt() > limits.window().toMillis());
    FailureMatch match =
        FailureMatch.closest(
            failure, known.stream().map(SubtaskFailure::getFailure).toList(), limits);
    List<FoundLoop> loops =
        match == null
            ? comparison.add(known)
            : comparison.repeat(match, entry(known, match), progress, known);
    return new Compared(
        loops,
        new FailureHistory(
            history.getStamp(),
            history.getFailures(),
            BoundedLists.newest(known, limits.distinct())));
  }

  /** The root's history without the failures of this subtask; empty if it has none. */
  public static Optional<FailureHistory> without(FailureHistory history, String taskId) {
    List<SubtaskFailure> others =
        history.getOfSubtasks().stream().filter(it -> !it.getTaskId().equals(taskId)).toList();
    return others.size() == history.getOfSubtasks().size()
        ? Optional.empty()
        : Optional.of(new FailureHistory(history.getStamp(), history.getFailures(), others));
  }

  @SuppressWarnings("ReferenceEquality") // the match is one of the entries
  private static SubtaskFailure entry(List<SubtaskFailure> known, FailureMatch match) {
    return known.stream()
        .filter(it -> it.getFailure() == match.earlier())
        .findFirst()
        .orElseThrow();
  }

  /** The failure as roots store it: without text, with the root's progress. */
  private static FailureSignature atRoot(FailureSignature failure, Signs progress) {
    FailureSignature stored = copy(failure, new FailureSignature());
    stored.setSeen(List.of(SeenEvents.withText(failure.getSeen().get(0), "")));
    stored.setProgress(progress.getProgress());
    stored.setNews(progress.getNews());
    return stored;
  }

  /** Copies the fields of a record, since the signal belongs to the caller. */
  private static <R extends SpecificRecord> R copy(R from, R to) {
    for (int field = 0; field < from.getSchema().getFields().size(); field++) {
      to.put(field, from.get(field));
    }
    return to;
  }

  /**
   * The comparison of one failure.
   *
   * @param failure the failure as roots store it
   */
  private record Comparison(
      SubtaskLoop signal, FailureSignature failure, IdenticalFailure.Limits limits) {

    /** Adds it as the first of its kind. */
    List<FoundLoop> add(List<SubtaskFailure> known) {
      Cost since = minus(signal.getTaskCost(), failure.getCostBefore());
      known.add(new SubtaskFailure(failure, signal.getTaskId(), since));
      return signal.getLoops();
    }

    List<FoundLoop> repeat(
        FailureMatch match, SubtaskFailure earlier, Signs progress, List<SubtaskFailure> known) {
      boolean own = earlier.getTaskId().equals(signal.getTaskId());
      boolean ownLoop = signal.getLoops().stream().anyMatch(Comparison::isEqualFailures);
      if (!own && !startedAfter(earlier.getFailure())) {
        return signal.getLoops();
      }
      boolean forgiven =
          own
              ? !ownLoop
              : ProgressTracker.progressReasonSince(
                      match.earlier().getProgress(), match.earlier().getNews(), progress, false)
                  .isPresent();
      boolean counts = match.counts(limits);
      if (counts) {
        known.remove(earlier);
      }
      if (forgiven) {
        return add(known);
      }
      FailureSignature repeated = IdenticalFailure.repeatedSignature(match.earlier(), failure);
      if (own) {
        repeated.setLastAt(match.earlier().getLastAt());
        known.add(new SubtaskFailure(repeated, signal.getTaskId(), earlier.getCost()));
        return signal.getLoops().stream().map(it -> raised(it, repeated)).toList();
      }
      FoundLoop loop = loop(match, counts, repeated, earlier.getCost());
      if (counts) {
        known.add(
            new SubtaskFailure(
                repeated, signal.getTaskId(), plus(earlier.getCost(), signal.getTaskCost())));
      } else {
        add(known);
      }
      return withLoop(loop);
    }

    /** Whether the subtask started after the failure; order decides events at one time. */
    private boolean startedAfter(FailureSignature earlier) {
      SeenEvent event = earlier.getSeen().get(earlier.getSeen().size() - 1);
      long start = signal.getStartedAt().toEpochMilli();
      return start > earlier.getLastAt()
          || start == earlier.getLastAt()
              && signal.getStartedPartition() == event.getPartition()
              && signal.getStartedOffset() > event.getOffset();
    }

    private static boolean isEqualFailures(FoundLoop loop) {
      return loop.getLoopType() == LoopType.IDENTICAL_FAILURE && loop.getWeight() > 0;
    }

    /** A loop that the subtask found, with the attempts of the subtasks before it. */
    private static FoundLoop raised(FoundLoop loop, FailureSignature repeated) {
      if (!isEqualFailures(loop) || loop.getAttempts() >= repeated.getAttempts()) {
        return loop;
      }
      FoundLoop raised = copy(loop, new FoundLoop());
      raised.setOccurrences(repeated.getAttempts());
      raised.setAttempts(repeated.getAttempts());
      raised.setReportedAttempts(repeated.getReported());
      raised.setMeasured((double) repeated.getAttempts());
      return raised;
    }

    private FoundLoop loop(
        FailureMatch match, boolean counts, FailureSignature repeated, Cost before) {
      List<SeenEvent> evidence =
          new ArrayList<>(
              repeated.getSeen().subList(0, repeated.getSeen().size() - 1).stream()
                  .map(event -> SeenEvents.withText(event, EARLIER))
                  .toList());
      evidence.add(signal.getFailure().getSeen().get(0));
      return IdenticalFailure.newLoop(
              match, repeated, evidence, minus(new Cost(0L, 0.0, 0L), before))
          .setWeight(counts ? 1 : 0)
          .setReason(match.reason() + " in an earlier subtask")
          .build();
    }

    /** The event's loops and this one, which replaces a weaker one of the subtask's own. */
    private List<FoundLoop> withLoop(FoundLoop loop) {
      List<FoundLoop> loops = new ArrayList<>();
      loops.add(loop);
      signal.getLoops().stream()
          .filter(it -> it.getLoopType() != LoopType.IDENTICAL_FAILURE)
          .forEach(loops::add);
      return loops;
    }

    private static Cost plus(Cost a, Cost b) {
      return new Cost(a.getTokens() + b.getTokens(), a.getCostUsd() + b.getCostUsd(), 0L);
    }

    private static Cost minus(Cost a, Cost b) {
      return new Cost(a.getTokens() - b.getTokens(), a.getCostUsd() - b.getCostUsd(), 0L);
    }
  }
}
