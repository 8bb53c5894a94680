package dev.eddyline.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Skipped where mounting is refused. */
class SmallDiskTest {

  private static final byte[] SOME = new byte[100_000];

  @TempDir private Path folder;

  @BeforeAll
  static void requireMountPermission() {
    Optional<String> obstacle = SmallDisk.reasonMountIsImpossible();
    assumeTrue(obstacle.isEmpty(), () -> "no disk can be mounted: " + obstacle.orElseThrow());
  }

  @Test
  void aFullDiskRejectsWrites_untilSpaceIsFreed() throws IOException {
    // Given
    try (SmallDisk disk = SmallDisk.mount(folder)) {
      Files.write(folder.resolve("before"), SOME);

      // When
      disk.removeFreeSpace();

      // Then
      assertThatIOException()
          .isThrownBy(() -> Files.write(folder.resolve("more"), SOME))
          .withMessageContaining("No space left on device");
      disk.makeRoom();
      assertThat(Files.write(folder.resolve("more"), SOME)).hasSize(SOME.length);
      assertThat(folder.resolve("before")).hasSize(SOME.length);
    }
  }

  @Test
  void theFolderIsRestoredAfterUnmounting() throws IOException {
    // Given
    Files.write(folder.resolve("below"), SOME);

    // When
    try (SmallDisk disk = SmallDisk.mount(folder)) {
      Files.write(folder.resolve("on it"), SOME);
      disk.removeFreeSpace();
      assertThat(folder.resolve("below")).doesNotExist();
    }

    // Then
    assertThat(folder).isDirectoryContaining(file -> file.endsWith("below"));
    assertThat(folder.resolve("on it")).doesNotExist();
  }
}
