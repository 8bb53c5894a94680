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
final class Injector {

  /** A resumed processor is fenced within this time. */
  private static final Duration TOLD = Duration.ofSeconds(15);

  /**
   * Log messages of a fenced processor: it lost its partitions, its transaction or, if it was
   * suspended during restore, the group membership of its stream threads.
   */
  static final Pattern FENCED =
      Pattern.compile(
          "fenced|missed (?:a )?rebalance|InvalidTxnState"
              + "|StreamThread-\\d+-consumer.*UNKNOWN_MEMBER_ID");

  private final Fleet fleet;
  private final LocalCluster brokers;
  private final LocalRegistry registry;
  private final BooleanSupplier movesAgain;
  private final Tally tally;
  private final FullDisk fullDisk;

  /**
   * An injector into these processes.
   *
   * @param movesAgain waits until every partition has recovered; false when that takes too long
   */
  Injector(
      Fleet fleet,
      LocalCluster brokers,
      LocalRegistry registry,
      BooleanSupplier movesAgain,
      Tally tally) {
    this.fleet = fleet;
    this.brokers = brokers;
    this.registry = registry;
    this.movesAgain = movesAgain;
    this.tally = tally;
    fullDisk = new FullDisk(fleet, movesAgain, tally);
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
        pause(fault.kind().length());
        processor.start();
      }
      case ZOMBIE -> zombie(processor, fault.kind().length());
      case STOP -> {
        processor.stop();
        processor.start();
      }
      case NEW_INSTANCE -> {
        fleet.add();
        if (!movesAgain.getAsBoolean()) {
          return false;
        }
        fleet.retire(fault.processor());
      }
      case BROKER -> brokers.bounce(Set.of(fault.broker()), fault.kind().length());
      case TWO_BROKERS ->
          brokers.bounce(
              Set.of(fault.broker(), (fault.broker() + 1) % brokers.size()), fault.kind().length());
      case REGISTRY -> withoutRegistry(processor, fault.kind().length());
      case STATE_DELETED -> {
        processor.kill();
        processor.deleteState();
        processor.start();
      }
      case ROLLING_RESTART -> {
        return rollingRestart();
      }
      case FULL_DISK -> {
        return fullDisk.befall(fault.processor());
      }
    }
    return true;
  }

  private void zombie(LocalProcessor processor, Duration halted) {
    long before = processor.logged();
    processor.suspend();
    pause(halted);
    processor.resume();
    if (Watch.await(TOLD, () -> FENCED.matcher(processor.loggedSince(before)).find())) {
      tally.fenced();
    }
  }

  private void withoutRegistry(LocalProcessor processor, Duration away) {
    registry.suspend();
    try {
      processor.kill();
      processor.start();
      pause(away);
    } finally {
      registry.resume();
    }
  }

  private boolean rollingRestart() {
    for (int number = 0; number < fleet.size(); number++) {
      fleet.processor(number).stop();
      fleet.processor(number).start();
      if (!movesAgain.getAsBoolean()) {
        return false;
      }
    }
    return true;
  }

  private static void pause(Duration time) {
    LockSupport.parkNanos(time.toNanos());
  }
}
