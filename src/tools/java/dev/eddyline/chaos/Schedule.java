package dev.eddyline.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * The faults of a run in order, determined by the plan alone. Types are drawn without replacement,
 * so that each occurs once before any repeats. Types that the plan does not allow are drawn and
 * skipped, so that the others do not change.
 */
final class Schedule {

  private static final int SHORTEST_PAUSE_MS = 2_000;
  private static final int LONGEST_PAUSE_MS = 6_000;

  private Schedule() {}

  /** Draws the faults of a plan's seed. */
  static List<Fault> of(ChaosPlan plan) {
    Random random = new Random(plan.seed());
    List<FaultKind> deck = new ArrayList<>();
    List<Fault> faults = new ArrayList<>();
    while (faults.size() < plan.faults()) {
      if (deck.isEmpty()) {
        Collections.addAll(deck, FaultKind.values());
        Collections.shuffle(deck, random);
      }
      Fault drawn =
          new Fault(
              deck.remove(deck.size() - 1),
              random.nextInt(plan.processors()),
              random.nextInt(plan.brokers()),
              Duration.ofMillis(random.nextInt(SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS)));
      if (drawn.kind().fits(plan)) {
        faults.add(drawn);
      }
    }
    return List.copyOf(faults);
  }
}
