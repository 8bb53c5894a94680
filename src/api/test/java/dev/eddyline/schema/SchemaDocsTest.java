package dev.eddyline.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The schemas explain themselves, and their enums can grow. */
class SchemaDocsTest {

  @ParameterizedTest
  @MethodSource("files")
  void everyRecordEnumAndFieldHasADoc(Path file) throws IOException {
    // Given
    List<JsonNode> documented = new ArrayList<>();
    for (JsonNode node : objects(file)) {
      if (isRecord(node) || isEnum(node)) {
        documented.add(node);
      }
      node.path("fields").forEach(documented::add);
    }

    // When
    List<String> undocumented =
        documented.stream()
            .filter(node -> node.path("doc").asText().isBlank())
            .map(node -> node.path("name").asText())
            .toList();

    // Then
    assertThat(documented).isNotEmpty();
    assertThat(undocumented).as("without a doc in %s", file).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("files")
  void everyEnumHasADefaultForSymbolsOfLaterVersions(Path file) throws IOException {
    for (JsonNode node : objects(file)) {
      if (isEnum(node)) {
        List<String> symbols = new ArrayList<>();
        node.get("symbols").forEach(symbol -> symbols.add(symbol.asText()));
        assertThat(symbols)
            .as("symbols of %s in %s", node.path("name").asText(), file)
            .contains(node.path("default").asText());
      }
    }
  }

  static List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("schemas"))) {
      return files.filter(file -> file.toString().endsWith(".avsc")).sorted().toList();
    }
  }

  private static boolean isRecord(JsonNode node) {
    return node.path("type").asText().equals("record");
  }

  private static boolean isEnum(JsonNode node) {
    return node.path("type").asText().equals("enum");
  }

  /** Every JSON object in the file, however deep. */
  private static List<JsonNode> objects(Path file) throws IOException {
    List<JsonNode> found = new ArrayList<>();
    collect(new ObjectMapper().readTree(file.toFile()), found);
    return found;
  }

  private static void collect(JsonNode node, List<JsonNode> found) {
    if (node.isObject()) {
      found.add(node);
    }
    node.forEach(child -> collect(child, found));
  }
}
