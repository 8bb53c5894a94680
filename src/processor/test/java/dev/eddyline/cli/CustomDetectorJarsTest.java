package dev.eddyline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks of the jars in EDDYLINE_RULES. */
class CustomDetectorJarsTest {

  private final StringWriter err = new StringWriter();

  @TempDir private Path folder;

  private boolean areReadable(String... entries) {
    String classPath = String.join(File.pathSeparator, entries);
    return CustomDetectorJars.areReadable(classPath, new PrintWriter(err, true));
  }

  private String jar(String name) throws IOException {
    Path jar = folder.resolve(name);
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new ZipEntry("a"));
    }
    return jar.toString();
  }

  @Test
  void existingJarsAndFoldersAreAccepted() throws IOException {
    assertThat(CustomDetectorJars.areReadable(null, new PrintWriter(err, true))).isTrue();
    assertThat(areReadable("")).isTrue();
    assertThat(areReadable(jar("a.jar"), folder.toString(), folder + File.separator + "*"))
        .isTrue();
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void everyMissingJarIsReported() throws IOException {
    // When
    boolean readable = areReadable(jar("a.jar"), "nowhere.jar", "nowhere" + File.separator + "*");

    // Then
    assertThat(readable).isFalse();
    assertThat(err.toString().lines())
        .containsExactly(
            "eddyline: EDDYLINE_RULES: nowhere.jar: no such jar or folder",
            "eddyline: EDDYLINE_RULES: nowhere" + File.separator + "*: no such folder");
  }

  @Test
  void fileThatIsNotAJarIsReported() throws IOException {
    // Given
    String text = Files.writeString(folder.resolve("rule.jar"), "no jar").toString();

    // When
    boolean readable = areReadable(text);

    // Then
    assertThat(readable).isFalse();
    assertThat(err.toString())
        .startsWith("eddyline: EDDYLINE_RULES: " + text + ": is not a readable jar: ");
  }
}
