package dev.eddyline.console.browser;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** axe-core's accessibility rules: WCAG 2.2 A and AA, and its best practices. */
final class AxeAudit {

  private static final String SCRIPT = script();

  private static final String RUN =
      """
      const answer = arguments[arguments.length - 1];
      axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']})
        .then((found) => answer(found.violations.map((each) =>
          each.id + ': ' + each.help + ' at ' + each.nodes.map((node) => node.target.join(' ')).join(', '))),
          (failed) => answer(['axe failed: ' + failed]));
      """;

  private AxeAudit() {}

  /** Violations on the current page, one line per rule. */
  @SuppressWarnings("unchecked")
  static List<String> violations(Browser browser) {
    browser.script(SCRIPT);
    return (List<String>) browser.asyncScript(RUN);
  }

  private static String script() {
    try (InputStream in =
        Objects.requireNonNull(AxeAudit.class.getResourceAsStream("/axe.min.js"), "axe.min.js")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
