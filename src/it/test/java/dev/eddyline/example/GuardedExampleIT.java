package dev.eddyline.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The example of a guard in one process runs with the libraries that its guide lists. */
class GuardedExampleIT {

  private static final Path LIBRARIES = Path.of("target/lib").toAbsolutePath();
  private static final Path FOLDER = Path.of("examples/java");
  private static final Path GUIDE = Path.of("docs/how-to/embed.md");

  private static List<String> listedLibraries() throws Exception {
    String guide = Files.readString(GUIDE);
    Matcher list =
        Pattern.compile("## Libraries.*?```text\n(.*?)```", Pattern.DOTALL).matcher(guide);
    assertThat(list.find()).isTrue();
    return list.group(1).lines().toList();
  }

  @Test
  void exampleRunsWithTheListedLibraries() throws Exception {
    // Given
    String classPath =
        listedLibraries().stream()
            .map(name -> LIBRARIES.resolve(name + ".jar").toString())
            .collect(Collectors.joining(File.pathSeparator));
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();

    // When
    Process program =
        new ProcessBuilder(java, "-cp", classPath, "Guarded.java")
            .directory(FOLDER.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String printed = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    // Then
    assertThat(program.waitFor()).isZero();
    assertThat(printed.replaceAll("\\b\\d+ s\\b", "0 s"))
        .isEqualTo(Files.readString(FOLDER.resolve("Guarded.txt")));
  }

  @Test
  void guideListsTheLibrariesOfTheCore() throws Exception {
    List<String> declared =
        Pattern.compile("<artifactId>([\\w-]+)</artifactId>")
            .matcher(Files.readString(Path.of("src/core/pom.xml")).split("</dependencies>", 2)[0])
            .results()
            .map(library -> library.group(1))
            .filter(name -> !name.equals("eddyline-parent"))
            .toList();
    assertThat(listedLibraries())
        .isSorted()
        .containsAll(declared)
        .noneMatch(name -> name.matches(".*(kafka|jetty|rocksdb|micrometer|otel).*"))
        .allSatisfy(name -> assertThat(LIBRARIES.resolve(name + ".jar")).exists());
  }
}
