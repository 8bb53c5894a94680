package dev.eddyline.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Checks docs/reference/dependencies.md against the dependencies of the build. */
class DependenciesIT {

  private static final Path PAGE = Path.of("docs", "reference", "dependencies.md");
  private static final Path SBOM = Path.of("target", "eddyline-sbom.json");

  private static final Pattern ROW =
      Pattern.compile(
          "\\| `([^`:]+:[^`]+)` \\| ([^| ]+) \\| ([^|]*\\S) \\| ([^|]*\\S) \\| ([^|]*\\S) \\|");

  /** Versions by library, from the page. */
  private static Map<String, String> documentedVersionByLibrary() throws IOException {
    Map<String, String> versionByLibrary = new TreeMap<>();
    for (String line : Files.readAllLines(PAGE)) {
      if (line.startsWith("| `")) {
        Matcher row = ROW.matcher(line);
        assertThat(row.matches()).as("five cells, none empty: %s", line).isTrue();
        versionByLibrary.put(row.group(1), row.group(2));
      }
    }
    return versionByLibrary;
  }

  /** Versions by library, from the build. */
  private static Map<String, String> built() throws IOException {
    assertThat(SBOM).as("mvn package writes it, unless -Dquick is given").exists();
    Map<String, String> built = new TreeMap<>();
    for (JsonNode part : new ObjectMapper().readTree(SBOM.toFile()).get("components")) {
      String group = part.get("group").asText();
      if (!group.equals("dev.eddyline")) {
        built.put(group + ":" + part.get("name").asText(), part.get("version").asText());
      }
    }
    return built;
  }

  @Test
  void everyRuntimeDependencyIsDocumented() throws IOException {
    assertThat(documentedVersionByLibrary())
        .hasSizeGreaterThan(50)
        .containsExactlyInAnyOrderEntriesOf(built());
  }

  @Test
  void theCheckDateIsDocumented() throws IOException {
    assertThat(Files.readString(PAGE)).containsPattern("Checked: 20\\d\\d-[01]\\d-[0-3]\\d");
  }

  @Test
  void theBillOfMaterialsIsReadableByScanners() throws IOException {
    // Given
    JsonNode sbom = new ObjectMapper().readTree(SBOM.toFile());

    // When
    List<String> urls = sbom.get("components").findValuesAsText("purl");

    // Then
    assertThat(sbom.get("bomFormat").asText()).isEqualTo("CycloneDX");
    assertThat(urls)
        .hasSizeGreaterThan(built().size())
        .allMatch(url -> url.startsWith("pkg:maven/"));
  }
}
