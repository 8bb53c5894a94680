package dev.eddyline.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileProblemTest {

  @TempDir private Path folder;

  @Test
  void missingFileFolderAndRightHaveReasonsOfTheirOwn() throws IOException {
    // Given
    Path file = Files.write(folder.resolve("bytes"), new byte[] {(byte) 0xff});

    // When / Then
    assertThat(reasonOfReading(folder.resolve("absent"))).isEqualTo("no such file or folder");
    assertThat(reasonOfReading(folder)).isEqualTo("is a folder, must be a file");
    assertThat(reasonOfReading(file)).isEqualTo("is not UTF-8 text");
    assertThat(FileProblem.reason(new AccessDeniedException("x"))).isEqualTo("permission denied");
  }

  @Test
  void reasonIsNeverThePathOrEmpty() {
    assertThat(FileProblem.reason(new FileSystemException("x", null, "No space left on device")))
        .isEqualTo("No space left on device");
    assertThat(FileProblem.reason(new FileSystemException("x"))).isEqualTo("FileSystemException");
    assertThat(FileProblem.reason(new IOException())).isEqualTo("IOException");
  }

  @Test
  void inputProblemIsFoundBeforeTheFileIsRead() throws IOException {
    // Given
    Path file = Files.writeString(folder.resolve("file"), "text");

    // When / Then
    assertThat(FileProblem.ofInput(file)).isEmpty();
    assertThat(FileProblem.ofInput(folder)).contains("is a folder, must be a file");
    assertThat(FileProblem.ofInputOrFolder(folder)).isEmpty();
    assertThat(FileProblem.ofInput(folder.resolve("absent"))).contains("no such file or folder");
    assertThat(FileProblem.ofInput(file.resolve("below")))
        .as("the reason depends on the version of Java")
        .get()
        .isIn("Not a directory", "no such file or folder");
  }

  @Test
  void outputProblemIsFoundBeforeTheFileIsWritten() {
    assertThat(FileProblem.ofOutput(folder.resolve("new"))).isEmpty();
    assertThat(FileProblem.ofOutput(folder)).contains("is a folder, must be a file");
    assertThat(FileProblem.ofOutput(folder.resolve("absent").resolve("new")))
        .contains("its folder does not exist");
  }

  @Test
  void fileWithoutRightIsReportedAsDenied() throws IOException {
    // Given
    Path file = Files.writeString(folder.resolve("secret"), "text");
    Files.setPosixFilePermissions(file, java.util.Set.of());
    Assumptions.assumeFalse(Files.isReadable(file), "the user may read every file");

    // When / Then
    assertThat(FileProblem.ofInput(file)).contains("permission denied");
    assertThat(FileProblem.ofOutput(file)).contains("permission denied");
    assertThat(reasonOfReading(file)).isEqualTo("permission denied");
  }

  private static String reasonOfReading(Path path) {
    return FileProblem.reason(
        catchThrowableOfType(IOException.class, () -> Files.readString(path)));
  }
}
