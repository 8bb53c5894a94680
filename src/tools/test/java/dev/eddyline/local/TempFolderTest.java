package dev.eddyline.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

class TempFolderTest {

  @Test
  void closeDeletesTheFolderAndItsFiles() throws IOException {
    // Given
    TempFolder folder = TempFolder.create("test");
    Files.createDirectories(folder.path().resolve("a/b"));
    Files.writeString(folder.path().resolve("a/b/c"), "text");

    // When
    folder.delete();

    // Then
    assertThat(folder.path()).doesNotExist();
  }

  @Test
  void closeAcceptsADeletedFolder() throws IOException {
    // Given
    TempFolder folder = TempFolder.create("test");
    folder.delete();

    // When
    folder.delete();

    // Then
    assertThat(folder.path()).doesNotExist();
  }
}
