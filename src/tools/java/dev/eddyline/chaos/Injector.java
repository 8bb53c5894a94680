package dev.eddyline.chaos;

import dev.eddyline.local.LocalCluster;
import dev.eddyline.local.LocalProcessor;
import dev.eddyline.local.LocalRegistry;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;

/** Does a fault to the processes, and brings back what it took away. */
final class Injector {

  /** A processor that goes on learns so soon that its partitions were given away. */
  private static final Duration TOLD = Duration.ofSeconds(15);

  /**
   * What a processor logs that learns that its partitions, its transaction or, where it was halted
   * while it still restored, its stream threads' places in the group are gone.
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
   * @param movesAgain waits until every partition goes on, false when that takes too long
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
   * Does it, and returns when all that was taken away is back or on its way.
   *
   * @return false when it could not be done to its end, since a partition did not go on
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
