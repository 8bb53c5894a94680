package dev.eddyline.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Checks that deploy/Dockerfile builds reproducibly: its base, its list of parts. */
class DockerfileTest {

  private static final Path FILE = Path.of("deploy", "Dockerfile");

  /** A version down to its build, or a digest. */
  private static final String EXACT = "[a-z/-]+(:\\d+\\.\\d+\\.\\d+\\S*)(@sha256:[0-9a-f]{64})?";

  private static String base() throws IOException {
    Matcher base = Pattern.compile("(?m)^ARG BASE=(\\S+)$").matcher(Files.readString(FILE));
    assertThat(base.find()).isTrue();
    return base.group(1);
  }

  @Test
  void theBaseImageIsPinned() throws IOException {
    assertThat(base()).matches(EXACT).doesNotContain("latest");
    assertThat(Files.readString(FILE)).contains("FROM ${BASE}").containsOnlyOnce("\nFROM ");
  }

  @Test
  void composeAndTestsUseTheSameBaseImage() throws IOException {
    // Given
    JsonNode compose =
        new ObjectMapper(new YAMLFactory()).readTree(Path.of("deploy", "compose.yaml").toFile());

    // When
    String args = compose.get("x-eddyline").get("build").get("args").get("BASE").asText();

    // Then
    assertThat(args).isEqualTo("${EDDYLINE_BASE_IMAGE:-" + base() + "}");
    assertThat(
            Files.readString(Path.of("src/it/test/java/dev/eddyline/containers/DockerEngine.java")))
        .contains('"' + base() + '"');
  }

  @Test
  void theImageContainsItsBillOfMaterials() throws IOException {
    assertThat(Files.readString(FILE))
        .contains("COPY target/eddyline-sbom.json /opt/eddyline/sbom.cdx.json")
        .contains("dev.eddyline.sbom=\"/opt/eddyline/sbom.cdx.json\"");
    assertThat(Files.readAllLines(Path.of(".dockerignore")))
        .containsAll(List.of("*", "!target/eddyline-sbom.json"));
  }

  @Test
  void theImageLogsJson() throws IOException {
    assertThat(Files.readString(FILE)).contains("EDDYLINE_LOG_FORMAT=json");
  }
}
