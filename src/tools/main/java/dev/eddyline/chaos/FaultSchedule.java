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
final class FaultSchedule {

  private static final int MIN_PAUSE_BEFORE_FAULT_MS = 2_000;
  private static final int MAX_PAUSE_BEFORE_FAULT_MS = 6_000;

  private FaultSchedule() {}

  /** Draws the faults of a plan's seed. */
  static List<Fault> drawFaults(ChaosPlan plan) {
    Random random = new Random(plan.seed());
    List<ChaosFaultType> deck = new ArrayList<>();
    List<Fault> faults = new ArrayList<>();
    while (faults.size() < plan.faults()) {
      if (deck.isEmpty()) {
        Collections.addAll(deck, ChaosFaultType.values());
        Collections.shuffle(deck, random);
      }
      Fault drawn =
          new Fault(
              deck.remove(deck.size() - 1),
              random.nextInt(plan.processors()),
              random.nextInt(plan.brokers()),
              Duration.ofMillis(
                  random.nextInt(MIN_PAUSE_BEFORE_FAULT_MS, MAX_PAUSE_BEFORE_FAULT_MS)));
      if (drawn.kind().isPossibleIn(plan)) {
        faults.add(drawn);
      }
    }
    return List.copyOf(faults);
  }
}
