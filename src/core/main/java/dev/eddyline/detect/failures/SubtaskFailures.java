package dev.eddyline.detect.failures;

import dev.eddyline.detect.api.BoundedLists;
import dev.eddyline.detect.api.SeenEvents;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.FailureHistory;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.FailureSignature;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.SeenEvent;
import dev.eddyline.schema.Signs;
import dev.eddyline.schema.SubtaskFailure;
import dev.eddyline.schema.SubtaskLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Compares the failures of a root's subtasks: a fresh subtask that fails as an earlier one did
 * closes a loop of the root. Subtasks that started before the earlier failure are parallel; their
 * failures have one cause and close none.
 */
public final class SubtaskFailures {

  /** Maximum stored failures of a root's subtasks. */
  private static final int MAX = 32;

  private SubtaskFailures() {}

  /**
   * The failure of a subtask's event, for its root; empty if it is none that roots compare. Where a
   * new result forgives a tool's error, only reported failures are compared: other subtasks always
   * have new results.
   *
   * @param failures the subtask's failures after the event, newest last
   * @param progress progress of the subtask
   */
  public static Optional<FailureSignature> ofEvent(
      AgentEvent event,
      List<FailureSignature> failures,
      Signs progress,
      IdenticalFailure.Limits limits) {
    boolean reported = event.getBody() instanceof FailureReported;
    if (failures.isEmpty() || limits.newResultForgives() && !reported) {
      return Optional.empty();
    }
    FailureSignature newest = failures.get(failures.size() - 1);
    SeenEvent seen = newest.getSeen().get(newest.getSeen().size() - 1);
    if (!seen.getEventId().equals(event.getEventId())) {
      return Optional.empty();
    }
    return Optional.of(
        FailureSignature.newBuilder(newest)
            .setAttempts(1)
            .setReported(reported ? 1 : 0)
            .setLastAt(seen.getAt())
            .setFirstAt(seen.getAt())
            .setFirstEventId(seen.getEventId())
            .setSeen(List.of(text(newest, seen)))
            .setAgents(List.of(event.getAgentId()))
            // new work says nothing of a fresh subtask: it starts at none
            .setProgress(progress.getByTests() ? progress.getProgress() : 0L)
            .build());
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
    List<SubtaskFailure> known = new ArrayList<>(history.getOfSubtasks());
    known.removeIf(
        it -> failure.getLastAt() - it.getFailure().getLastAt() > limits.window().toMillis());
    List<FoundLoop> loops =
        new SubtaskComparison(signal, atRoot(failure, progress), progress, limits).add(known);
    return new Compared(
        loops,
        new FailureHistory(
            history.getStamp(), history.getFailures(), BoundedLists.newest(known, MAX)));
  }

  /** The root's history without the failures of this subtask; empty if it has none. */
  public static Optional<FailureHistory> without(FailureHistory history, String taskId) {
    List<SubtaskFailure> others =
        history.getOfSubtasks().stream().filter(it -> !it.getTaskId().equals(taskId)).toList();
    return others.size() == history.getOfSubtasks().size()
        ? Optional.empty()
        : Optional.of(new FailureHistory(history.getStamp(), history.getFailures(), others));
  }

  /** The failure as roots store it: without text, with the root's progress. */
  private static FailureSignature atRoot(FailureSignature failure, Signs progress) {
    return FailureSignature.newBuilder(failure)
        .setSeen(List.of(SeenEvents.withText(failure.getSeen().get(0), "")))
        .setProgress(progress.getProgress())
        .setNews(progress.getNews())
        .build();
  }
}
