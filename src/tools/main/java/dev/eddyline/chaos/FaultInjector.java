package dev.eddyline.chaos;

import dev.eddyline.local.LocalCluster;
import dev.eddyline.local.LocalProcessor;
import dev.eddyline.local.LocalRegistry;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;

/** Injects a fault into the processes and reverts it. */
final class FaultInjector {

  /** A resumed processor is fenced within this time. */
  private static final Duration FENCING_TIMEOUT = Duration.ofMinutes(2);

  /**
   * Log messages of a fenced processor: it lost its partitions, its transaction or, if it was
   * suspended during restore, the group membership of its stream threads.
   */
  static final Pattern FENCED_LOG_PATTERN =
      Pattern.compile(
          "fenced|missed (?:a )?rebalance|InvalidTxnState"
              + "|StreamThread-\\d+-consumer.*UNKNOWN_MEMBER_ID");

  private final ProcessorFleet fleet;
  private final LocalCluster brokers;
  private final LocalRegistry registry;
  private final BooleanSupplier awaitRecovery;
  private final ChaosTally tally;
  private final FullDiskFault fullDisk;

  /**
   * An injector into these processes.
   *
   * @param awaitRecovery waits until every partition has recovered; false when that takes too long
   */
  FaultInjector(
      ProcessorFleet fleet,
      LocalCluster brokers,
      LocalRegistry registry,
      BooleanSupplier awaitRecovery,
      ChaosTally tally) {
    this.fleet = fleet;
    this.brokers = brokers;
    this.registry = registry;
    this.awaitRecovery = awaitRecovery;
    this.tally = tally;
    fullDisk = new FullDiskFault(fleet, awaitRecovery, tally);
  }

  /**
   * Injects a fault; returns when all that was stopped is restarted or restarting.
   *
   * @return false when it could not be completed, because a partition did not recover
   */
  boolean inject(Fault fault) {
    LocalProcessor processor = fleet.processor(fault.processor());
    switch (fault.kind()) {
      case KILL -> {
        processor.kill();
        pause(fault.kind().outageDuration());
        processor.start();
      }
      case ZOMBIE -> suspendAndRequireFencing(processor, fault.kind().outageDuration());
      case STOP -> {
        processor.stop();
        processor.start();
      }
      case NEW_INSTANCE -> {
        fleet.add();
        if (!awaitRecovery.getAsBoolean()) {
          return false;
        }
        fleet.retire(fault.processor());
      }
      case BROKER -> brokers.bounce(Set.of(fault.broker()), fault.kind().outageDuration());
      case TWO_BROKERS ->
          brokers.bounce(
              Set.of(fault.broker(), (fault.broker() + 1) % brokers.size()),
              fault.kind().outageDuration());
      case REGISTRY -> restartDuringRegistryOutage(processor, fault.kind().outageDuration());
      case STATE_DELETED -> {
        processor.kill();
        processor.deleteState();
        processor.start();
      }
      case ROLLING_RESTART -> {
        return rollingRestart();
      }
      case FULL_DISK -> {
        return fullDisk.injectIntoProcessor(fault.processor());
      }
    }
    return true;
  }

  private void suspendAndRequireFencing(LocalProcessor processor, Duration suspension) {
    long logOffset = processor.logSizeBytes();
    processor.suspend();
    pause(suspension);
    processor.resume();
    if (OffsetWatcher.await(
        FENCING_TIMEOUT,
        () -> FENCED_LOG_PATTERN.matcher(processor.logAfterByteOffset(logOffset)).find())) {
      tally.fenced();
    }
  }

  private void restartDuringRegistryOutage(LocalProcessor processor, Duration outage) {
    registry.suspend();
    try {
      processor.kill();
      processor.start();
      pause(outage);
    } finally {
      registry.resume();
    }
  }

  private boolean rollingRestart() {
    for (int number = 0; number < fleet.size(); number++) {
      fleet.processor(number).stop();
      fleet.processor(number).start();
      if (!awaitRecovery.getAsBoolean()) {
        return false;
      }
    }
    return true;
  }

  private static void pause(Duration time) {
    LockSupport.parkNanos(time.toNanos());
  }
}
