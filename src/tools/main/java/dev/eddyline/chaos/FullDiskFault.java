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
final class FullDiskFault {

  private static final Logger LOG = LoggerFactory.getLogger(FullDiskFault.class);

  /** How long it may continue without free space. */
  private static final Duration MAX_RUN_TIME_ON_FULL_DISK = Duration.ofSeconds(10);

  /** It must exit within this time after a start without free space. */
  private static final Duration EXIT_TIMEOUT_AFTER_START_ON_FULL_DISK = Duration.ofSeconds(90);

  private static final int FAILURE_EXIT_CODE = 1;
  private static final Pattern DISK_FULL_LOG_PATTERN =
      Pattern.compile("the disk that holds state.dir \\S+ is full");

  private final ProcessorFleet fleet;
  private final BooleanSupplier awaitRecovery;
  private final ChaosTally tally;

  /** Fills disks of these processors; {@code awaitRecovery} as in {@link FaultInjector}. */
  FullDiskFault(ProcessorFleet fleet, BooleanSupplier awaitRecovery, ChaosTally tally) {
    this.fleet = fleet;
    this.awaitRecovery = awaitRecovery;
    this.tally = tally;
  }

  /**
   * Injects the fault into a processor, which afterwards runs on its original disk.
   *
   * @return false when it could not be completed, because a partition did not recover
   */
  boolean injectIntoProcessor(int number) {
    LocalProcessor processor = fleet.processor(number);
    processor.stop();
    processor.deleteState();
    try (SmallDisk disk = SmallDisk.mount(processor.stateFolder())) {
      processor.start();
      boolean done = awaitRecovery.getAsBoolean() && runUntilExitOnFullDisk(number, disk);
      if (done) {
        processor.start();
        done = awaitRecovery.getAsBoolean();
      }
      processor.stop();
      return done;
    } finally {
      processor.start();
    }
  }

  /** Returns when it has exited, others have taken over, and there is free space again. */
  private boolean runUntilExitOnFullDisk(int number, SmallDisk disk) {
    LocalProcessor processor = fleet.detachProcessor(number);
    try {
      long logOffset = processor.logSizeBytes();
      if (!exitsOnFullDiskWithin(processor, disk, MAX_RUN_TIME_ON_FULL_DISK)) {
        processor.stop();
        processor.start();
      }
      boolean reported =
          exitsOnFullDiskWithin(processor, disk, EXIT_TIMEOUT_AFTER_START_ON_FULL_DISK)
              && processor.exitCode() == FAILURE_EXIT_CODE
              && DISK_FULL_LOG_PATTERN.matcher(processor.logAfterByteOffset(logOffset)).find();
      if (!reported) {
        LOG.atWarn()
            .addKeyValue("processor", number)
            .addKeyValue("ended_with", processor.isAlive() ? "nothing" : processor.exitCode())
            .log("full disk not reported");
        tally.unnamed();
        processor.kill();
      }
      boolean takenOver = awaitRecovery.getAsBoolean();
      disk.makeRoom();
      return takenOver;
    } finally {
      fleet.reattachProcessor(number, processor);
    }
  }

  /** Whether it exits in time, while the disk is filled again and again. */
  private static boolean exitsOnFullDiskWithin(
      LocalProcessor processor, SmallDisk disk, Duration limit) {
    return OffsetWatcher.await(
        limit,
        () -> {
          disk.removeFreeSpace();
          return !processor.isAlive();
        });
  }
}
