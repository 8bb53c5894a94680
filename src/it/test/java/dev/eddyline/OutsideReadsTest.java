package dev.eddyline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Nothing in the build or the product reads outside the repository. */
class OutsideReadsTest {

  /** A string in Java, a command or a setting that names a parent folder. */
  private static final Pattern PARENT =
      Pattern.compile(
          "(?<![\\w.$)*])\\.\\.(?=/|\")|\\$\\{?(?:project\\.)?basedir}?/\\.\\."
              + "|toAbsolutePath\\(\\)\\.getParent\\(\\)\\.getParent");

  /**
   * Hostile input of tests, scripts that find their own folder, and kustomizations of deploy that
   * use each other: lines that hold these.
   */
  private static final Set<String> NO_READS =
      Set.of(
          "new UnreadableFile(\"../broken.json\"",
          "'parentID':'../../secret'",
          "{'id':'../x'}",
          "\"a/b/../c?d=e&f#g\"",
          "  - ../settings",
          "<relativePath>",
          "  - ../kubernetes",
          "  - ../../kubernetes/topics",
          "[similarity by meaning](../explanation/similarity.md)",
          "cd \"$(dirname \"$(readlink -f \"${BASH_SOURCE[0]}\")\")/..\"");

  @Test
  void noSourceNamesAParentFolder() throws IOException {
    // When
    List<String> named = new ArrayList<>();
    for (Path file : sources()) {
      int number = 0;
      for (String line : Files.readAllLines(file)) {
        number++;
        if (namesParent(line) && NO_READS.stream().noneMatch(line::contains)) {
          named.add("%s:%d: %s".formatted(file, number, line.strip()));
        }
      }
    }

    // Then
    assertThat(named).as("reads outside the repository").isEmpty();
  }

  @Test
  void aParentFolderIsFoundInEachForm() {
    String parent = "." + ".";
    assertThat(
            List.of(
                "Path.of(\"" + parent + "/shared\")",
                "Path.of(\"" + parent + "\", \"shared\")",
                "<directory>${project.basedir}/" + parent + "/shared</directory>",
                "cat " + parent + "/shared/labels"))
        .allMatch(OutsideReadsTest::namesParent);
    assertThat(List.of("String... more", "{@code a..b}", "x[1..3]"))
        .noneMatch(OutsideReadsTest::namesParent);
  }

  private static boolean namesParent(String line) {
    return PARENT.matcher(line).results().map(MatchResult::group).findAny().isPresent();
  }

  private static List<Path> sources() throws IOException {
    List<Path> files = new ArrayList<>(List.of(Path.of("pom.xml"), Path.of("eddyline")));
    for (String folder : List.of("src", ".ci", ".mvn", "deploy", "schemas", "topology")) {
      try (Stream<Path> found = Files.walk(Path.of(folder))) {
        found
            .filter(Files::isRegularFile)
            .filter(file -> !file.toString().matches(".*/(node_modules|target)/.*"))
            .filter(
                file ->
                    file.toString()
                        .matches(
                            ".*\\.(java|sh|py|mjs|xml|ya?ml|properties|config|avsc)|[^.]*|\\.ci/\\w+"))
            .forEach(files::add);
      }
    }
    files.remove(Path.of("src/it/test/java/dev/eddyline/OutsideReadsTest.java"));
    return files;
  }
}
