package dev.eddyline.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * The faults of a run, in their order: a function of the plan alone. Kinds are dealt like cards, so
 * that each comes once before any comes again; those that do not fit the plan are dealt too and
 * left out, so that the others come as they would with them.
 */
final class Schedule {

  private static final int SHORTEST_PAUSE_MS = 2_000;
  private static final int LONGEST_PAUSE_MS = 6_000;

  private Schedule() {}

  /** The faults that a plan's seed draws. */
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
