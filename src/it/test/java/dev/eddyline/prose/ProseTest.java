package dev.eddyline.prose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.Modules;
import dev.eddyline.prose.MarkdownPage.Sentence;
import dev.eddyline.prose.SourceTexts.SourceText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Everything that people read is in plain technical English; sentences of pages are short. */
class ProseTest {

  private static final long MOST_WORDS = 25;

  /** Files with texts that agents are shown or detectors look for: these texts are contract. */
  private static final Set<String> CONTRACT =
      Set.of(
          "Advice.java",
          "Briefing.java",
          "ContentWords.java",
          "CoreText.java",
          "DecisionReceipts.java",
          "Remedy.java",
          "RootResets.java",
          "RootSignalHandler.java",
          "RuleEvaluator.java",
          "UnboundedRetry.java");

  private final Dialect dialect;

  ProseTest() throws IOException {
    dialect = new Dialect();
  }

  private List<String> problems(List<SourceText> texts) {
    List<String> problems = new ArrayList<>();
    for (SourceText text : texts) {
      if (text.text().startsWith("\"") && CONTRACT.contains(text.file().getFileName().toString())) {
        continue;
      }
      for (String problem : dialect.problems(text.text())) {
        problems.add("%s:%d: %s".formatted(text.file(), text.line(), problem));
      }
    }
    return problems;
  }

  private List<String> problems(MarkdownPage page) {
    List<String> problems = new ArrayList<>();
    for (Sentence sentence : page.sentences()) {
      for (String problem : dialect.problems(sentence.text())) {
        problems.add("%s:%d: %s".formatted(page.file(), sentence.line(), problem));
      }
      if (sentence.words() > MOST_WORDS) {
        problems.add(
            "%s:%d: %d words, at most %d: %s"
                .formatted(
                    page.file(), sentence.line(), sentence.words(), MOST_WORDS, sentence.text()));
      }
    }
    return problems;
  }

  @Test
  void pagesArePlain() throws IOException {
    assertThat(MarkdownPage.all()).hasSizeGreaterThan(30).flatExtracting(this::problems).isEmpty();
  }

  @Test
  void sourcesOfTheProductArePlain() throws IOException {
    List<Path> poms = Modules.poms();
    List<Path> roots = new ArrayList<>(poms);
    roots.addAll(Modules.folders("main"));
    Stream.of("schemas", "topology", "deploy", "examples", "pom.xml", ".ci")
        .map(Path::of)
        .forEach(roots::add);

    List<SourceText> texts = SourceTexts.below(roots);

    assertThat(poms).hasSizeGreaterThan(8);
    assertThat(texts).hasSizeGreaterThan(5_000);
    assertThat(problems(texts)).isEmpty();
  }

  @Test
  void commentsOfTestsArePlain() throws IOException {
    List<SourceText> comments =
        SourceTexts.below(Modules.folders("test/java")).stream()
            .filter(text -> text.text().startsWith("/"))
            .toList();

    assertThat(comments).hasSizeGreaterThan(3_000);
    assertThat(problems(comments)).isEmpty();
  }

  @Test
  void plantedWordsAreFound(@TempDir Path folder) throws IOException {
    // Given: the word in a sentence, a comment, a log line, an error, and in code, where it may be
    Path page = folder.resolve("page.md");
    Files.writeString(page, "# Title\n\nIt was told of `told`.\n\n" + "word ".repeat(26) + "\n");
    Files.writeString(
        folder.resolve("Planted.java"),
        """
        /** What was told, not {@code told}. */
        class Planted {
          void told() {
            LOG.atInfo().log("gate told");
            throw new IllegalStateException("was told" + told("told"));
          }
        }
        """);
    Files.writeString(folder.resolve("planted.yaml"), "told: told  # it was told\n");

    // When
    List<String> inPage = problems(MarkdownPage.read(page));
    List<String> inSources = problems(SourceTexts.below(List.of(folder)));

    // Then
    assertThat(inPage)
        .satisfiesExactly(
            word ->
                assertThat(word).endsWith("page.md:3: \"told\": say reported, published, logged"),
            length -> assertThat(length).contains("page.md:5: 26 words, at most 25"));
    assertThat(inSources)
        .satisfiesExactly(
            comment -> assertThat(comment).contains("Planted.java:1: \"told\""),
            log -> assertThat(log).contains("Planted.java:4: \"told\""),
            error -> assertThat(error).contains("Planted.java:5: \"told\""),
            yaml -> assertThat(yaml).contains("planted.yaml:1: \"told\""));
  }
}
