package dev.eddyline.prose;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What people read in sources: comments, and strings that hold more than one word. */
final class SourceTexts {

  /**
   * A comment or a string, without the code in it.
   *
   * @param line where it starts, from 1
   */
  record SourceText(Path file, long line, String text) {}

  /** Strings, character literals and comments of Java and JavaScript. */
  private static final Pattern TOKEN =
      Pattern.compile(
          "\"\"\"(?:\\\\.|(?!\"\"\").)*+\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*+\""
              + "|'(?:\\\\.|[^'\\\\\\n])*+'|//[^\\n]*|/\\*(?:(?!\\*/).)*+\\*/",
          Pattern.DOTALL);

  private static final Pattern HASH_COMMENT = Pattern.compile("(?m)(?:^|\\s)#[^\\n]*");
  private static final Pattern XML_COMMENT = Pattern.compile("(?s)<!--.*?-->");
  private static final Pattern AVRO_DOC = Pattern.compile("\"doc\": \"[^\"]*\"");

  /** Inline code, which may name anything. */
  private static final Pattern CODE =
      Pattern.compile("(?s)\\{@\\w+[^}]*}|<pre>.*?</pre>|`[^`]*`|@(param|throws|see) \\S+");

  private SourceTexts() {}

  /** The texts of all files below these folders, or of these files. */
  static List<SourceText> below(List<Path> roots) throws IOException {
    List<SourceText> texts = new ArrayList<>();
    for (Path root : roots) {
      try (Stream<Path> tree = Files.walk(root)) {
        for (Path file : tree.filter(Files::isRegularFile).sorted().toList()) {
          Pattern pattern = pattern(file.getFileName().toString());
          if (pattern != null && !file.toString().contains("node_modules")) {
            read(file, pattern, texts);
          }
        }
      }
    }
    return texts;
  }

  private static @Nullable Pattern pattern(String name) {
    if (name.matches(".*\\.(java|js|mjs|ts|css)")) {
      return TOKEN;
    }
    if (name.matches(".*\\.(ya?ml|properties|sh|py)|Dockerfile|run|eddyline")) {
      return HASH_COMMENT;
    }
    if (name.matches(".*\\.(xml|html)")) {
      return XML_COMMENT;
    }
    return name.endsWith(".avsc") ? AVRO_DOC : null;
  }

  private static void read(Path file, Pattern pattern, List<SourceText> texts) throws IOException {
    String source = Files.readString(file);
    for (MatchResult token : pattern.matcher(source).results().toList()) {
      String text = token.group();
      if (text.strip().indexOf(' ') > 0) {
        long line = source.substring(0, token.start()).chars().filter(c -> c == '\n').count() + 1;
        String prose = CODE.matcher(text).replaceAll("CODE").replaceAll("\\s*\\n\\s*\\*?", " ");
        texts.add(new SourceText(file, line, prose));
      }
    }
  }
}
