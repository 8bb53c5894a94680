package dev.eddyline.detect.steps;

import dev.eddyline.detect.api.BoundedLists;
import dev.eddyline.detect.api.DetectionResult;
import dev.eddyline.detect.api.Detector;
import dev.eddyline.detect.api.EnrichedEvent;
import dev.eddyline.detect.api.HistoryPlace;
import dev.eddyline.detect.api.LoopTraits;
import dev.eddyline.detect.api.LoopTraits.Escalation;
import dev.eddyline.detect.api.Loops;
import dev.eddyline.keys.Section;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.Hop;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.OscillationHistory;
import dev.eddyline.schema.Transition;
import dev.eddyline.state.StateParts;
import dev.eddyline.text.Masking;
import java.util.List;
import java.util.Set;

/**
 * Detects a path out and back, such as A→B→A or A→B→C→B→A, that occurs more than once in the newest
 * transitions.
 *
 * <p>A path counts if its steps form a palindrome.
 */
public final class OscillatingCycle
    implements Detector<OscillationHistory, OscillatingCycle.Limits> {

  private static final List<LoopTraits> LOOPS =
      List.of(
          new LoopTraits(
              LoopType.OSCILLATING_CYCLE, Action.ESCALATE, Escalation.ON_REPEAT_AFTER_PLANNER));

  /** Minimum number of transitions that are analyzed. */
  static final int WINDOW = 10;

  private static final int MIN_OCCURRENCES = 2;

  private static final Set<Class<?>> EVENT_TYPES = Set.of(Transition.class);

  /** Where its history is. */
  public static final HistoryPlace.InState<OscillationHistory> HISTORY =
      HistoryPlace.inState(StateParts.OSCILLATION, new OscillationHistory(List.of(), List.of(), 0));

  /**
   * Limits of the detector.
   *
   * @param enabled whether the detector is on
   * @param cycleLength maximum steps of the path out, 2 to 5
   * @param resetsOnProgress whether a new tool result, progress or a different response resets the
   *     history (only in default)
   */
  public record Limits(boolean enabled, int cycleLength, boolean resetsOnProgress)
      implements Detector.Limits {
    @Override
    public boolean resetsOnNewResponse() {
      return resetsOnProgress;
    }

    /** Number of transitions that are analyzed: at least two of the longest paths. */
    int window() {
      return Math.max(WINDOW, MIN_OCCURRENCES * 2 * (cycleLength - 1));
    }
  }

  @Override
  public String key() {
    return "oscillating_cycle";
  }

  @Override
  public String purpose() {
    return "detects steps that alternate back and forth";
  }

  @Override
  public List<LoopTraits> loops() {
    return LOOPS;
  }

  @Override
  public HistoryPlace<OscillationHistory> history() {
    return HISTORY;
  }

  @Override
  public Limits limits(Section section, Masking masking) {
    return new Limits(
        section.enabled(),
        section
            .about(
                "steps of the longest path out, the first and the last included. The newest 10"
                    + " transitions are analyzed, or 4·(cycleLength − 1) where that is more")
            .integer("cycleLength", 3, 2, 5),
        section
            .about("whether a new tool result, progress or a different response resets the history")
            .bool("lifeForgives", false));
  }

  @Override
  public Set<Class<?>> eventTypes() {
    return EVENT_TYPES;
  }

  @Override
  public boolean resetsOnMutedEvent() {
    return true;
  }

  @Override
  public DetectionResult<OscillationHistory> detect(
      EnrichedEvent enriched, OscillationHistory history, Limits limits) {
    if (!limits.enabled()) {
      return DetectionResult.noLoop(history.getRecent().isEmpty() ? history : HISTORY.empty());
    }
    List<Hop> recent =
        BoundedLists.appendNewest(
            history.getRecent(), StoredTransitions.transitionFromEvent(enriched), limits.window());
    int transitionsSinceLoop = Math.min(history.getSince() + 1, limits.window());
    for (int depth = 2; depth <= limits.cycleLength(); depth++) {
      int length = 2 * (depth - 1);
      List<Hop> path = lastTransitions(recent, length);
      if (path.isEmpty() || !isOutAndBack(path)) {
        continue;
      }
      int occurrences = occurrences(recent, path);
      List<String> edges = path.stream().map(StoredTransitions::edge).distinct().toList();
      if (occurrences >= MIN_OCCURRENCES
          && differsFromLastReportedCycle(edges, history.getLastTrip(), transitionsSinceLoop)) {
        FoundLoop loop = loop(path, occurrences, StoredTransitions.cycleIdentity(path), enriched);
        return DetectionResult.withLoop(loop, new OscillationHistory(recent, edges, 0));
      }
    }
    return DetectionResult.noLoop(
        new OscillationHistory(recent, history.getLastTrip(), transitionsSinceLoop));
  }

  /**
   * Whether a path is not just a part or rotation of the cycle reported less than one length ago.
   */
  private static boolean differsFromLastReportedCycle(
      List<String> edges, List<String> lastReportedEdges, int transitionsSinceLoop) {
    return transitionsSinceLoop >= lastReportedEdges.size()
        || !lastReportedEdges.containsAll(edges);
  }

  private static List<Hop> lastTransitions(List<Hop> transitions, int length) {
    return transitions.size() < length
        ? List.of()
        : transitions.subList(transitions.size() - length, transitions.size());
  }

  /** Whether the path goes out over distinct steps and back over the same steps. */
  private static boolean isOutAndBack(List<Hop> path) {
    for (int i = 0; i < path.size(); i++) {
      Hop transition = path.get(i);
      Hop mirrored = path.get(path.size() - 1 - i);
      boolean connected = i == 0 || path.get(i - 1).getTo().equals(transition.getFrom());
      boolean backwards =
          transition.getFrom().equals(mirrored.getTo())
              && transition.getTo().equals(mirrored.getFrom());
      if (!connected || !backwards || transition.getFrom().equals(transition.getTo())) {
        return false;
      }
    }
    List<String> out = path.subList(0, path.size() / 2).stream().map(Hop::getFrom).toList();
    String turn = path.get(path.size() / 2).getFrom();
    return out.stream().distinct().count() == out.size() && !out.contains(turn);
  }

  private static int occurrences(List<Hop> recent, List<Hop> path) {
    int occurrences = 0;
    for (int end = recent.size(); end >= path.size(); end--) {
      if (matches(recent.subList(end - path.size(), end), path)) {
        occurrences++;
      }
    }
    return occurrences;
  }

  private static boolean matches(List<Hop> candidate, List<Hop> path) {
    for (int i = 0; i < path.size(); i++) {
      if (!StoredTransitions.isSameEdge(candidate.get(i), path.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static FoundLoop loop(
      List<Hop> path, int occurrences, String identity, EnrichedEvent enriched) {
    Hop first = path.get(0);
    return Loops.newLoopBuilder(
            LoopType.OSCILLATING_CYCLE,
            path.stream().map(StoredTransitions::evidence).toList(),
            StoredTransitions.evidence(first),
            StoredTransitions.costBefore(first),
            enriched)
        .setPattern(StoredTransitions.path(path))
        .setIdentity("cycle " + identity)
        .setPeriod(path.size())
        .setOccurrences(occurrences)
        .setAttempts(occurrences)
        .setMeasured(occurrences)
        .setLimit(MIN_OCCURRENCES)
        .setReason("Oscillating cycle detected: " + StoredTransitions.path(path))
        .setRepeated(
            enriched.texts().calls().map(calls -> calls.since(first.getAt())).orElse(List.of()))
        .build();
  }
}
