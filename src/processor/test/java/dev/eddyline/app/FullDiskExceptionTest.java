package dev.eddyline.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.junit.jupiter.api.Test;
import org.rocksdb.RocksDBException;

/** Messages about a full state disk. */
class FullDiskExceptionTest {

  @Test
  void aFailedStoreWriteIsReportedAsAFullDiskWithItsFolder_andTheRemedy() {
    // Given
    RocksDBException cause =
        new RocksDBException("No space left on device: While appending to file: 7.sst: x");

    // When / Then
    assertThat(FullDiskException.findIn(new ProcessorStateException("put", cause), "/state"))
        .get()
        .extracting(Throwable::getMessage)
        .asString()
        .startsWith("the disk that holds state.dir /state is full. Make room there and start");
  }

  @Test
  void aFailedFileWriteIsReportedAsAFullDiskWithItsFolder() {
    // Given
    IOException cause = new IOException("/state/.lock: No space left on device");

    // When / Then
    assertThat(FullDiskException.findIn(new ProcessorStateException("lock", cause), "/state"))
        .isPresent();
  }

  @Test
  void otherFailuresAreNotReportedAsAFullDisk() {
    // When / Then
    assertThat(FullDiskException.findIn(new IOException("Permission denied"), "/state")).isEmpty();
    assertThat(FullDiskException.findIn(new IOException(), "/state")).isEmpty();
    assertThat(FullDiskException.findIn(new IllegalStateException("No space left on device"), "/"))
        .isEmpty();
  }
}
