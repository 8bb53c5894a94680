package dev.eddyline.prose;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Every link between pages leads to a file, and to a heading in it. */
class LinksTest {

  private static final Pattern LINK =
      Pattern.compile("]\\((?![a-z]+:)([^)#\\s]*)(?:#([^)\\s]*))?\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#{1,4} (.+)$");

  /** As GitHub makes them. */
  private static List<String> anchors(String page) {
    return HEADING
        .matcher(page)
        .results()
        .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
        .map(heading -> heading.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
        .toList();
  }

  @Test
  void linksLeadSomewhere() throws IOException {
    List<String> broken = new ArrayList<>();
    for (MarkdownPage page : MarkdownPage.all()) {
      String text = Files.readString(page.file()).replaceAll("(?ms)^```.*?^```", "");
      for (MatchResult link : LINK.matcher(text).results().toList()) {
        Path target =
            link.group(1).isEmpty()
                ? page.file()
                : page.file().resolveSibling(link.group(1)).normalize();
        if (!Files.exists(target)
            || link.group(2) != null
                && !anchors(Files.readString(target)).contains(link.group(2))) {
          broken.add(page.file() + ": " + link.group());
        }
      }
    }
    assertThat(broken).isEmpty();
  }
}
