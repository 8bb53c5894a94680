package dev.eddyline.chaos;

import dev.eddyline.local.LocalCluster;
import dev.eddyline.local.LocalRegistry;
import dev.eddyline.verify.CommittedOffsets;
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
final class FaultRunner {

  /** The run fails when a partition does not commit within this time after the fault's outage. */
  private static final Duration RECOVERY_TIMEOUT = Duration.ofMinutes(2);

  /** Stream threads of a processor. */
  static final int THREADS = 2;

  /** Allows for all processes to start at once, each with a cold JVM. */
  private static final Duration START_LIMIT = Duration.ofMinutes(5);

  private final ProcessorFleet fleet;
  private final CommittedOffsets committedOffsets;
  private final PartitionProgress partitionProgress;
  private final SteadyLoad load;
  private final ChaosTally tally;
  private final PrintStream out;

  /** Injects faults into these processors, prints progress, and counts results in the tally. */
  FaultRunner(
      ProcessorFleet fleet,
      CommittedOffsets offsets,
      PartitionProgress progress,
      SteadyLoad load,
      ChaosTally tally,
      PrintStream out) {
    this.fleet = fleet;
    this.committedOffsets = offsets;
    this.partitionProgress = progress;
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
    FaultInjector injector =
        new FaultInjector(fleet, brokers, registry, this::awaitRecovery, tally);
    if (!awaitCommitOnEveryPartition(START_LIMIT)) {
      throw new IllegalStateException(
          "not every partition was processed within %d s after the start: %s"
              .formatted(START_LIMIT.toSeconds(), fleet.processor(0).lastErrorWithCauses()));
    }
    out.println("every partition is processed");
    boolean recovered = true;
    for (int number = 0; recovered && number < faults.size(); number++) {
      recovered =
          injectFaultAndAwaitRecovery(
              faults.get(number), injector, "%3d".formatted(first + number));
    }
  }

  private boolean injectFaultAndAwaitRecovery(Fault fault, FaultInjector injector, String number) {
    LockSupport.parkNanos(fault.pause().toNanos());
    partitionProgress.drainLongestStallPerPartition(System.nanoTime());
    boolean recovered = injector.inject(fault) && awaitRecovery();
    List<Duration> stalls = partitionProgress.drainLongestStallPerPartition(System.nanoTime());
    boolean inTime = tally.recordFaultAndCheckTimeLimit(fault.kind(), stalls, recovered);
    out.printf(
        "%s  %-20s longest stall %5.1f s%s%s%n",
        number,
        fault.kind().title(),
        Collections.max(stalls).toMillis() / 1_000.0,
        inTime
            ? ""
            : ", over the limit of %d s"
                .formatted(RecoveryTimeLimit.forFaultType(fault.kind()).toSeconds()),
        recovered ? "" : "; a partition did not recover");
    return recovered;
  }

  /**
   * Waits until all processors share the partitions, and then until each partition has committed
   * again; false when either takes too long.
   */
  private boolean awaitRecovery() {
    return awaitCommitOnEveryPartition(RECOVERY_TIMEOUT);
  }

  private boolean awaitCommitOnEveryPartition(Duration limit) {
    if (!await(limit, () -> committedOffsets.stableGroupMemberCount() == fleet.size() * THREADS)) {
      return false;
    }
    PartitionProgress.ProgressMark mark = partitionProgress.markCurrentPositions();
    return await(limit, () -> partitionProgress.haveAllPartitionsProgressedSince(mark));
  }

  private boolean await(Duration limit, BooleanSupplier condition) {
    return OffsetWatcher.await(
        limit,
        () -> {
          load.failure()
              .ifPresent(
                  failure -> {
                    throw new IllegalStateException("the load failed", failure);
                  });
          fleet.restartExitedProcessors();
          return condition.getAsBoolean();
        });
  }
}
