package dev.eddyline.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.GeneratedFile;
import dev.eddyline.ReferencePage;
import dev.eddyline.TestTags;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The page of volatile parts comes from the grammar, and its examples are what it says. */
class GrammarPageTest {

  private static final Path GRAMMAR =
      Path.of("src", "core", "main", "jflex", "dev", "eddyline", "text", "TextLexer.flex");

  /** A comment above a macro: class, meaning, and examples in backticks. */
  private static final Pattern CLASS =
      Pattern.compile("(?m)^/\\* ([a-z ]+): (.*?)\\. ((?:`[^`]+` ?)+)\\*/$");

  private static final Pattern EXAMPLE = Pattern.compile("`([^`]+)`");

  /** A class as the grammar describes it. */
  record TextClass(String title, String meaning, List<String> examples) {

    PartKind kind() {
      return Arrays.stream(PartKind.values())
          .filter(kind -> kind.title().equals(title))
          .findFirst()
          .orElseThrow();
    }
  }

  static List<TextClass> classes() throws IOException {
    return CLASS
        .matcher(Files.readString(GRAMMAR))
        .results()
        .map(found -> new TextClass(found.group(1), found.group(2), examples(found)))
        .toList();
  }

  private static List<String> examples(MatchResult found) {
    return EXAMPLE.matcher(found.group(3)).results().map(it -> it.group(1)).toList();
  }

  @ParameterizedTest
  @MethodSource("classes")
  void theExamplesOfAClassArePartsOfIt(TextClass described) {
    for (String example : described.examples()) {
      Text text = Text.of("(" + example + ")");

      assertThat(text.has(described.kind())).as(example).isTrue();
    }
  }

  @Test
  void everyClassIsDescribed() throws IOException {
    List<PartKind> described = classes().stream().map(TextClass::kind).toList();

    assertThat(described)
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(PartKind.values()).filter(kind -> kind != PartKind.NAME).toList());
  }

  @Test
  @Tag(TestTags.DOCS)
  void thePageOfVolatilePartsEqualsTheGeneratedPage() throws IOException {
    ReferencePage page =
        new ReferencePage(
            "Volatile parts of texts",
            "people who want to know when two texts count as equal, and people who write policies");
    page.block(
        "Before failures, results and messages are compared, a mask such as `<time>` takes the place"
            + " of each volatile part. Texts are equal if their masked forms are equal. The longest"
            + " part that begins at a place counts, and parts that must stay hold no volatile parts.");
    page.block(
        "A policy adds classes with `masking.classes` ([policy keys](policy-keys.md)). Lines and"
            + " columns are masked only where `identical_failure.lines` is `masked`.");
    page.section("Classes").table("class", "meaning", "examples");
    for (TextClass described : classes()) {
      if (described.kind() != PartKind.FIXED) {
        page.row(described.title(), described.meaning(), code(described.examples()));
      }
    }
    page.section("Parts that must stay");
    for (TextClass described : classes()) {
      if (described.kind() == PartKind.FIXED) {
        page.block("Never masked: " + described.meaning() + ".");
        page.block("Examples: " + code(described.examples()) + ".");
      }
    }
    GeneratedFile.check(Path.of("docs", "reference", "volatile-parts.md"), page.text());
  }

  private static String code(List<String> examples) {
    return examples.stream().map(ReferencePage::code).collect(Collectors.joining(", "));
  }
}
