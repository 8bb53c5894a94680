package dev.eddyline.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Checks that the runbook has a section for each alert. */
class RunbookTest {

  private static final Path DEPLOY = Path.of("deploy");

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
  void everyAlertHasASection_andEverySectionAnAlert() throws IOException {
    // Given
    Path rules = DEPLOY.resolve("prometheus").resolve("alerts.yaml");
    assumeThat(rules).as("alert rules exist").exists();
    String runbook = Files.readString(Path.of("docs", "operations", "runbook.md"));

    // When
    List<String> alerts = found("^\\s*-? *alert: *(\\S+)", Files.readString(rules));

    // Then
    assertThat(headings(runbook).stream().filter(heading -> heading.matches("Eddyline\\w+")))
        .containsExactlyInAnyOrderElementsOf(alerts);
  }
}
