package dev.eddyline.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Holds deploy/eddyline.properties to the settings that there are. */
class SettingsFileTest {

  private static final Path FILE = Path.of("deploy/eddyline.properties");

  @Test
  void theFileNamesEverySettingWithItsMeaningAndDefault() throws Exception {
    String text = Files.readString(FILE);

    for (Setting setting : Setting.values()) {
      assertThat(text)
          .contains(
              "# %s\n%s=%s\n"
                  .formatted(setting.description(), setting.key(), setting.defaultValue()));
    }
  }

  @Test
  void theFileCanBeRead() {
    Settings settings = Settings.mergeLayers(FILE, Map.of(), Map.of());

    for (Setting setting : Setting.values()) {
      assertThat(settings.get(setting)).isEqualTo(setting.defaultValue());
    }
  }
}
