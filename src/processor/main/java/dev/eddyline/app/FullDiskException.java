package dev.eddyline.app;

import java.io.IOException;
import java.util.Optional;
import java.util.regex.Pattern;
import org.rocksdb.RocksDBException;

/** The disk of the local state is full. */
public final class FullDiskException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** The error messages of Linux, which RocksDB repeats. */
  private static final Pattern FULL_DISK_MESSAGE_PATTERN =
      Pattern.compile("No space left on device|Disk quota exceeded");

  private FullDiskException(String folder, Throwable cause) {
    super(
        ("the disk that holds state.dir %s is full. Make room there and start the processor again;"
                + " nothing is lost, and other instances take over until then")
            .formatted(folder),
        cause);
  }

  /**
   * The full disk that caused a failure, if any.
   *
   * @param folder state.dir
   */
  static Optional<FullDiskException> findIn(Throwable failure, String folder) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      boolean fromDisk = cause instanceof IOException || cause instanceof RocksDBException;
      if (fromDisk
          && cause.getMessage() != null
          && FULL_DISK_MESSAGE_PATTERN.matcher(cause.getMessage()).find()) {
        return Optional.of(new FullDiskException(folder, failure));
      }
    }
    return Optional.empty();
  }
}
