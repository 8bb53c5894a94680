package dev.eddyline.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.TestTags;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** AsyncAPI's parser, with its plugin for Avro, reads asyncapi.yaml. */
@Tag(TestTags.CLIENTS)
class AsyncApiParserTest {

  private static final Path DOCUMENT = Path.of("docs", "reference", "asyncapi.yaml");
  private static final Path FOLDER = Path.of("src", "it", "clients");

  @TempDir private Path temporary;

  /** What the parser prints, and its exit code. */
  private record ParserResult(int status, String output) {}

  @BeforeAll
  static void findTheParser() throws InterruptedException {
    boolean isInstalled;
    try {
      isInstalled = run().status() == 0;
    } catch (IOException absent) {
      isInstalled = false;
    }
    assumeThat(isInstalled).as("npm's @asyncapi/parser is not installed").isTrue();
  }

  @Test
  void acceptsTheDocument() throws Exception {
    // When
    ParserResult result = run(DOCUMENT.toAbsolutePath().toString());

    // Then
    assertThat(result.status()).as(result.output()).isZero();
    assertThat(result.output())
        .doesNotContain("warning ")
        .contains(
            "channels %1$d, operations %1$d, messages %2$d, "
                .formatted(
                    AsyncApiDocument.build().get("channels").size(),
                    AsyncApiDocument.build().findValues("payload").size()));
  }

  @Test
  void reportsErrorsWithTheirPaths() throws Exception {
    // Given
    ObjectNode document = AsyncApiDocument.build();
    object(document, "/components/schemas/AgentEvent/schema/fields/0").put("type", "text");
    object(document, "/components/schemas/Event").put("type", "record");
    object(document, "/channels/agent-events/bindings/kafka").put("partitions", 0);
    object(document, "/operations/sendLoopVerdicts").put("action", "publish");
    Path file = Files.writeString(temporary.resolve("asyncapi.json"), document.toString());

    // When
    ParserResult result = run(file.toString());

    // Then
    assertThat(result.status()).isEqualTo(1);
    for (String path :
        List.of(
            "components/schemas/AgentEvent/schema",
            "components/schemas/Event/type",
            "channels/agent-events/bindings/kafka/partitions",
            "operations/sendLoopVerdicts/action")) {
      assertThat(result.output().lines())
          .as(path)
          .anyMatch(line -> line.startsWith("error ") && line.contains(" " + path + ":"));
    }
  }

  private static ObjectNode object(ObjectNode document, String pointer) {
    return (ObjectNode) document.at(pointer);
  }

  private static ParserResult run(String... arguments) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Stream.concat(Stream.of("node", "check_asyncapi.mjs"), Stream.of(arguments))
                    .toList())
            .directory(FOLDER.toFile())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new ParserResult(process.waitFor(), output);
  }
}
