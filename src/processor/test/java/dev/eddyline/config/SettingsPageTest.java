package dev.eddyline.config;

import static dev.eddyline.ReferencePage.code;

import dev.eddyline.GeneratedFile;
import dev.eddyline.ReferencePage;
import dev.eddyline.TestTags;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Checks docs/reference/settings.md against {@link Setting}. */
@Tag(TestTags.DOCS)
class SettingsPageTest {

  private static String page() {
    ReferencePage page = new ReferencePage("Settings", "operators who configure a process");
    page.block(
        """
        Later layers win: defaults, a properties file (`--config FILE`), the environment, \
        `--set KEY=VALUE`. Each property of Kafka Streams, of Kafka's clients and of the registry \
        client passes through under its own name. A wrong value ends the process with exit code 2 \
        and names the setting, the value and what is allowed.
        """);
    page.table("setting", "environment", "default", "meaning");
    for (Setting setting : Setting.values()) {
      page.row(
          code(setting.key()),
          code(setting.variable()),
          code(setting.defaultValue()),
          setting.description());
    }
    return page.text();
  }

  @Test
  void pageIsUpToDate() {
    GeneratedFile.check(Path.of("docs", "reference", "settings.md"), page());
  }
}
