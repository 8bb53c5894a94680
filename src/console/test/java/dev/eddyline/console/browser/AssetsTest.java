package dev.eddyline.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The console's files: small, without external sources, and never text as markup. */
class AssetsTest {

  private static final Path FOLDER = Path.of("src", "console", "main", "resources", "console");
  private static final int MAX_LINES_PER_ASSET = 300;

  private static final Pattern TEXT_AS_MARKUP =
      Pattern.compile(
          "innerHTML|outerHTML|insertAdjacentHTML|document\\.write|DOMParser|createContextualFragment|srcdoc|\\beval\\b|new"
              + " Function|setTimeout\\(\\s*[\"'`]|javascript:");

  /** XML namespaces are names, not addresses. */
  private static final Pattern ELSEWHERE =
      Pattern.compile("(?:https?:)?//(?!www\\.w3\\.org/(?:2000/svg|1999/xhtml))[a-z0-9-]+\\.[a-z]");

  private static final Pattern AGAINST_THE_CONTENT_POLICY =
      Pattern.compile("<style|\\sstyle=|\\son[a-z]+=|<script(?![^>]* src=)");

  @Test
  void scriptsInsertNoMarkup() throws IOException {
    assertThat(files("js")).isNotEmpty().allSatisfy(file -> assertNoMatch(file, TEXT_AS_MARKUP));
  }

  @Test
  void loadsNothingFromOtherHosts() throws IOException {
    assertThat(files("")).isNotEmpty().allSatisfy(file -> assertNoMatch(file, ELSEWHERE));
  }

  @Test
  void pageHasNoInlineCode() throws IOException {
    assertThat(files("html"))
        .hasSize(2)
        .allSatisfy(file -> assertNoMatch(file, AGAINST_THE_CONTENT_POLICY));
  }

  @Test
  void filesAreSmall() throws IOException {
    assertThat(Stream.of("js", "css", "html").flatMap(AssetsTest::all))
        .isNotEmpty()
        .allSatisfy(
            file ->
                assertThat(Files.readAllLines(file))
                    .as("%s", file)
                    .hasSizeLessThanOrEqualTo(MAX_LINES_PER_ASSET));
  }

  @Test
  void checksFindViolations() {
    assertThat("place.innerHTML = text").containsPattern(TEXT_AS_MARKUP);
    assertThat("@import url(https://fonts.example.com/a.css)").containsPattern(ELSEWHERE);
    assertThat("<p style=\"color: red\">").containsPattern(AGAINST_THE_CONTENT_POLICY);
    assertThat("<script>run()</script>").containsPattern(AGAINST_THE_CONTENT_POLICY);
  }

  private static void assertNoMatch(Path file, Pattern pattern) throws IOException {
    assertThat(Files.readString(file)).as("%s", file).doesNotContainPattern(pattern);
  }

  private static Stream<Path> all(String ending) {
    try {
      return files(ending).stream();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static List<Path> files(String ending) throws IOException {
    try (Stream<Path> files = Files.walk(FOLDER)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> file.toString().endsWith(ending))
          .toList();
    }
  }
}
