package dev.eddyline.prose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.prose.JavaTexts.JavaText;
import dev.eddyline.prose.MarkdownPage.Sentence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Everything that people read is in plain technical English, in sentences of 25 words at most. */
class ProseTest {

  private static final String[] SOURCES = {"src/main/java", "src/tools/java", "src/test/java"};
  private static final long MOST_WORDS = 25;

  private final Dialect dialect;

  ProseTest() throws IOException {
    dialect = new Dialect();
  }

  private List<String> problems(List<JavaText> texts) {
    List<String> problems = new ArrayList<>();
    for (JavaText text : texts) {
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
      if (!page.generated() && sentence.words() > MOST_WORDS) {
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
  void commentsArePlain() throws IOException {
    List<JavaText> comments = JavaTexts.comments(SOURCES);

    assertThat(comments).hasSizeGreaterThan(1_000);
    assertThat(problems(comments)).isEmpty();
  }

  @Test
  void messagesArePlain() throws IOException {
    List<JavaText> messages = JavaTexts.messages("src/main/java", "src/tools/java");

    assertThat(messages).hasSizeGreaterThan(500);
    assertThat(problems(messages)).isEmpty();
  }

  @Test
  void plantedWordsAreFound(@TempDir Path folder) throws IOException {
    // Given: the word in a sentence, a comment, a log line, an error, and in code, where it may be
    Path page = folder.resolve("page.md");
    Files.writeString(page, "# Title\n\nIt was told of `told`.\n\n" + "word ".repeat(26) + "\n");
    Path source = folder.resolve("Planted.java");
    Files.writeString(
        source,
        """
        /** What was told, not {@code told}. */
        class Planted {
          void told() {
            LOG.atInfo().log("told");
            throw new IllegalStateException("told" + told("told"));
          }
        }
        """);

    // When
    List<String> inPage = problems(MarkdownPage.read(page));
    List<String> inComments = problems(JavaTexts.comments(folder.toString()));
    List<String> inMessages = problems(JavaTexts.messages(folder.toString()));

    // Then
    assertThat(inPage)
        .satisfiesExactly(
            word ->
                assertThat(word).endsWith("page.md:3: \"told\": say reported, published, logged"),
            length -> assertThat(length).contains("page.md:5: 26 words, at most 25"));
    assertThat(inComments).singleElement().asString().contains("Planted.java:1: \"told\"");
    assertThat(inMessages).hasSize(3);
  }
}
