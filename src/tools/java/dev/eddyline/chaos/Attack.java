package dev.eddyline.chaos;

import dev.eddyline.local.LocalCluster;
import dev.eddyline.local.LocalRegistry;
import dev.eddyline.verify.Taken;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Injects faults one after the other. The next follows only when the load runs, all processors
 * share the partitions, and every partition has committed since.
 */
final class Attack {

  /** The run fails when a partition does not commit within this time after the fault's outage. */
  private static final Duration LIMIT = Duration.ofMinutes(2);

  /** Stream threads of a processor. */
  static final int THREADS = 2;

  /** Allows for all processes to start at once, each with a cold JVM. */
  private static final Duration START_LIMIT = Duration.ofMinutes(5);

  private final Fleet fleet;
  private final Taken taken;
  private final Movement movement;
  private final SteadyLoad load;
  private final Tally tally;
  private final PrintStream out;

  /** Injects faults into these processors, prints progress, and counts results in the tally. */
  Attack(
      Fleet fleet, Taken taken, Movement movement, SteadyLoad load, Tally tally, PrintStream out) {
    this.fleet = fleet;
    this.taken = taken;
    this.movement = movement;
    this.load = load;
    this.tally = tally;
    this.out = out;
  }

  /**
   * Injects all faults; stops early when a partition does not recover.
   *
   * @param first number of the first of them, from 1
   */
  void run(int first, List<Fault> faults, LocalCluster brokers, LocalRegistry registry) {
    Injector injector = new Injector(fleet, brokers, registry, this::movesAgain, tally);
    if (!moves(START_LIMIT)) {
      throw new IllegalStateException(
          "not every partition was processed within %d s after the start: %s"
              .formatted(START_LIMIT.toSeconds(), fleet.processor(0).lastWords()));
    }
    out.println("every partition is processed");
    boolean going = true;
    for (int number = 0; going && number < faults.size(); number++) {
      going = goesOnAfter(faults.get(number), injector, "%3d".formatted(first + number));
    }
  }

  private boolean goesOnAfter(Fault fault, Injector injector, String number) {
    LockSupport.parkNanos(fault.pause().toNanos());
    movement.takeLongest(System.nanoTime());
    boolean moved = injector.inject(fault) && movesAgain();
    List<Duration> standstills = movement.takeLongest(System.nanoTime());
    boolean inTime = tally.suffered(fault.kind(), standstills, moved);
    out.printf(
        "%s  %-20s longest stall %5.1f s%s%s%n",
        number,
        fault.kind().title(),
        Collections.max(standstills).toMillis() / 1_000.0,
        inTime ? "" : ", over the limit of %d s".formatted(StatedTime.of(fault.kind()).toSeconds()),
        moved ? "" : "; a partition did not recover");
    return moved;
  }

  /**
   * Waits until all processors share the partitions, and then until each partition has committed
   * again; false when either takes too long.
   */
  private boolean movesAgain() {
    return moves(LIMIT);
  }

  private boolean moves(Duration limit) {
    if (!await(limit, () -> taken.members() == fleet.size() * THREADS)) {
      return false;
    }
    Movement.Mark mark = movement.mark();
    return await(limit, () -> movement.allMovedSince(mark));
  }

  private boolean await(Duration limit, BooleanSupplier holds) {
    return Watch.await(
        limit,
        () -> {
          load.failure()
              .ifPresent(
                  failure -> {
                    throw new IllegalStateException("the load failed", failure);
                  });
          fleet.revive();
          return holds.getAsBoolean();
        });
  }
}
