package dev.eddyline.chaos;

import dev.eddyline.local.LocalProcessor;
import dev.eddyline.local.SmallDisk;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fills the disk of a processor's state under load. If the processor continues, it is stopped and
 * started while the disk is still full. It must exit with code 1 and report the disk, and others
 * must take over. With free space it must continue with its remaining files.
 */
final class FullDisk {

  private static final Logger LOG = LoggerFactory.getLogger(FullDisk.class);

  /** How long it may continue without free space. */
  private static final Duration GOES_ON = Duration.ofSeconds(10);

  /** It must exit within this time after a start without free space. */
  private static final Duration ENDS = Duration.ofSeconds(90);

  private static final int FAILED = 1;
  private static final Pattern NAMED =
      Pattern.compile("the disk that holds state.dir \\S+ is full");

  private final Fleet fleet;
  private final BooleanSupplier movesAgain;
  private final Tally tally;

  /** Fills disks of these processors; {@code movesAgain} as in {@link Injector}. */
  FullDisk(Fleet fleet, BooleanSupplier movesAgain, Tally tally) {
    this.fleet = fleet;
    this.movesAgain = movesAgain;
    this.tally = tally;
  }

  /**
   * Injects the fault into a processor, which afterwards runs on its original disk.
   *
   * @return false when it could not be completed, because a partition did not recover
   */
  boolean befall(int number) {
    LocalProcessor processor = fleet.processor(number);
    processor.stop();
    processor.deleteState();
    try (SmallDisk disk = SmallDisk.mount(processor.stateFolder())) {
      processor.start();
      boolean done = movesAgain.getAsBoolean() && whileFull(number, disk);
      if (done) {
        processor.start();
        done = movesAgain.getAsBoolean();
      }
      processor.stop();
      return done;
    } finally {
      processor.start();
    }
  }

  /** Returns when it has exited, others have taken over, and there is free space again. */
  private boolean whileFull(int number, SmallDisk disk) {
    LocalProcessor processor = fleet.takeOut(number);
    try {
      long before = processor.logged();
      if (!ends(processor, disk, GOES_ON)) {
        processor.stop();
        processor.start();
      }
      boolean named =
          ends(processor, disk, ENDS)
              && processor.exitCode() == FAILED
              && NAMED.matcher(processor.loggedSince(before)).find();
      if (!named) {
        LOG.atWarn()
            .addKeyValue("processor", number)
            .addKeyValue("ended_with", processor.isAlive() ? "nothing" : processor.exitCode())
            .log("full disk not reported");
        tally.unnamed();
        processor.kill();
      }
      boolean takenOver = movesAgain.getAsBoolean();
      disk.makeRoom();
      return takenOver;
    } finally {
      fleet.putBack(number, processor);
    }
  }

  /** Whether it exits in time, while the disk is filled again and again. */
  private static boolean ends(LocalProcessor processor, SmallDisk disk, Duration limit) {
    return Watch.await(
        limit,
        () -> {
          disk.fill();
          return !processor.isAlive();
        });
  }
}
