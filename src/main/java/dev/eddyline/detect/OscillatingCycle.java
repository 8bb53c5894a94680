package dev.eddyline.detect;

import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.Hop;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.OscillationHistory;
import dev.eddyline.schema.TaskState;
import dev.eddyline.schema.Transition;
import dev.eddyline.text.Section;
import java.util.List;

/**
 * Detects a path out and back, such as A→B→A or A→B→C→B→A, that occurs more than once in the newest
 * transitions.
 *
 * <p>A path counts if its steps form a palindrome.
 */
public final class OscillatingCycle
    implements Detector<OscillationHistory, OscillatingCycle.Limits> {

  /** Number of transitions that are analyzed. */
  static final int WINDOW = 10;

  private static final int MIN_OCCURRENCES = 2;

  private static final HistoryPlace<OscillationHistory> PLACE =
      new HistoryPlace.InState<>(
          TaskState::getOscillation,
          TaskState::setOscillation,
          () -> new OscillationHistory(List.of(), List.of(), 0));

  /**
   * Limits of the rule.
   *
   * @param enabled whether the rule is on
   * @param cycleLength maximum steps of the path out, 2 to 5
   * @param lifeForgives whether a new tool result or progress resets the history (only in default)
   */
  public record Limits(boolean enabled, int cycleLength, boolean lifeForgives)
      implements Detector.Limits {}

  @Override
  public String key() {
    return "oscillating_cycle";
  }

  @Override
  public String origin() {
    return "detects steps that alternate back and forth";
  }

  @Override
  public HistoryPlace<OscillationHistory> history() {
    return PLACE;
  }

  @Override
  public Limits limits(Section section, Masking masking) {
    return new Limits(
        section.enabled(),
        section
            .about("steps of the longest path out, the first and the last included")
            .integer("cycleLength", 3, 2, 5),
        section
            .about("whether a new tool result or progress resets the history")
            .bool("lifeForgives", false));
  }

  @Override
  public boolean concerns(Observation seen) {
    return seen.event().getBody() instanceof Transition;
  }

  @Override
  public Finding<OscillationHistory> detect(
      Observation seen, OscillationHistory history, Limits limits) {
    if (!limits.enabled()) {
      return Finding.none(history);
    }
    List<Hop> recent = Newest.of(history.getRecent(), Hops.of(seen), WINDOW);
    int since = Math.min(history.getSince() + 1, WINDOW);
    for (int depth = 2; depth <= limits.cycleLength(); depth++) {
      int length = 2 * (depth - 1);
      List<Hop> path = ending(recent, length);
      if (path.isEmpty() || !isOutAndBack(path)) {
        continue;
      }
      int occurrences = occurrences(recent, path);
      List<String> edges = path.stream().map(Hops::edge).distinct().toList();
      if (occurrences >= MIN_OCCURRENCES && isRested(edges, history.getLastTrip(), since)) {
        FoundLoop loop = loop(path, occurrences, Hops.round(path), seen);
        return Finding.of(loop, new OscillationHistory(recent, edges, 0));
      }
    }
    return Finding.none(new OscillationHistory(recent, history.getLastTrip(), since));
  }

  /**
   * Whether a path is not just a part or rotation of the cycle reported less than one length ago.
   */
  private static boolean isRested(List<String> edges, List<String> lastTrip, int since) {
    return since >= lastTrip.size() || !lastTrip.containsAll(edges);
  }

  private static List<Hop> ending(List<Hop> hops, int length) {
    return hops.size() < length ? List.of() : hops.subList(hops.size() - length, hops.size());
  }

  /** Whether the path goes out over distinct steps and back over the same steps. */
  private static boolean isOutAndBack(List<Hop> path) {
    for (int i = 0; i < path.size(); i++) {
      Hop hop = path.get(i);
      Hop mirrored = path.get(path.size() - 1 - i);
      boolean connected = i == 0 || path.get(i - 1).getTo().equals(hop.getFrom());
      boolean backwards =
          hop.getFrom().equals(mirrored.getTo()) && hop.getTo().equals(mirrored.getFrom());
      if (!connected || !backwards || hop.getFrom().equals(hop.getTo())) {
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

  private static boolean matches(List<Hop> some, List<Hop> path) {
    for (int i = 0; i < path.size(); i++) {
      if (!Hops.same(some.get(i), path.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static FoundLoop loop(
      List<Hop> path, int occurrences, String identity, Observation seen) {
    Hop first = path.get(0);
    return Loops.closed(
            LoopType.OSCILLATING_CYCLE,
            path.stream().map(Hops::evidence).toList(),
            Hops.evidence(first),
            Hops.costBefore(first),
            seen)
        .setPattern(Hops.path(path))
        .setIdentity("cycle " + identity)
        .setPeriod(path.size())
        .setOccurrences(occurrences)
        .setAttempts(occurrences)
        .setMeasured(occurrences)
        .setLimit(MIN_OCCURRENCES)
        .setReason("Oscillating cycle detected: " + Hops.path(path))
        .build();
  }
}
