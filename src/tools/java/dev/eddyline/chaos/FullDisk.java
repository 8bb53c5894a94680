package dev.eddyline.chaos;

import dev.eddyline.local.LocalProcessor;
import dev.eddyline.local.SmallDisk;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The disk of a processor's state becomes full under load. It may go on; then it is asked to end,
 * and started while the disk still is full. It must end with an exit code of 1 and name the disk,
 * others take over, and with room again it goes on with the files that it left.
 */
final class FullDisk {

  private static final Logger LOG = LoggerFactory.getLogger(FullDisk.class);

  /** How long it may go on without room. */
  private static final Duration GOES_ON = Duration.ofSeconds(10);

  /** It must have ended so long after a start without room. */
  private static final Duration ENDS = Duration.ofSeconds(90);

  private static final int FAILED = 1;
  private static final Pattern NAMED =
      Pattern.compile("the disk that holds state.dir \\S+ is full");

  private final Fleet fleet;
  private final BooleanSupplier movesAgain;
  private final Tally tally;

  /** Full disks of these processors; movesAgain as the {@link Injector} has it. */
  FullDisk(Fleet fleet, BooleanSupplier movesAgain, Tally tally) {
    this.fleet = fleet;
    this.movesAgain = movesAgain;
    this.tally = tally;
  }

  /**
   * Does it to a processor, which afterwards runs on the disk that it had before.
   *
   * @return false when it could not be done to its end, since a partition did not go on
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

  /** Returns when it has ended and others have taken over, and there is room again. */
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
            .log("a full disk was not named");
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

  /** Whether it ends in time, while something else takes all the room that it leaves. */
  private static boolean ends(LocalProcessor processor, SmallDisk disk, Duration limit) {
    return Watch.await(
        limit,
        () -> {
          disk.fill();
          return !processor.isAlive();
        });
  }
}
