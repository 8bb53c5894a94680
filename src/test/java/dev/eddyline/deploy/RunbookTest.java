package dev.eddyline.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds the pages of deploy/ to what they speak of. */
class RunbookTest {

  private static final Path DEPLOY = Path.of("deploy");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#]*)(?:#([^)]*))?\\)");

  private static List<String> found(String pattern, String text) {
    return Pattern.compile(pattern, Pattern.MULTILINE)
        .matcher(text)
        .results()
        .map(found -> found.group(1))
        .toList();
  }

  private static List<String> headings(String text) {
    return found("^#{1,4} (.+)$", text);
  }

  @Test
  void everyAlertHasItsSection_andNoSectionAnAlertThatIsGone() throws IOException {
    // Given
    Path rules = DEPLOY.resolve("prometheus").resolve("alerts.yaml");
    assumeThat(rules).as("there are no alerts").exists();
    String runbook = Files.readString(DEPLOY.resolve("RUNBOOK.md"));

    // When
    List<String> alerts = found("^\\s*-? *alert: *(\\S+)", Files.readString(rules));

    // Then
    assertThat(headings(runbook).stream().filter(heading -> heading.matches("Eddyline\\w+")))
        .containsExactlyInAnyOrderElementsOf(alerts);
  }

  @ParameterizedTest
  @ValueSource(strings = {"RUNBOOK.md", "FLOW.md", "RELIABILITY.md"})
  void everyLinkLeadsSomewhere(String name) throws IOException {
    String text = Files.readString(DEPLOY.resolve(name));

    for (MatchResult link : LINK.matcher(text).results().toList()) {
      Path target = link.group(1).isEmpty() ? Path.of(name) : Path.of(link.group(1));
      Path file = DEPLOY.resolve(target).normalize();
      assertThat(file).as("%s: %s", name, link.group()).exists();
      if (link.group(2) != null) {
        assertThat(headings(Files.readString(file)))
            .extracting(heading -> heading.toLowerCase(Locale.ROOT).replace(' ', '-'))
            .contains(link.group(2));
      }
    }
  }
}
