package dev.eddyline.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.topics.TopicRole;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Holds topics.md to the catalogue, the schemas and the topology. */
class TopicPagesTest {

  @Test
  void theFileIsWhatTheCodeWrites(@TempDir Path folder) throws IOException {
    // When
    TopicPages.main(new String[] {folder.toString()});

    // Then
    Path file = Path.of("topology", "topics.md");
    assertThat(file)
        .as(
            "%s is not what the code says; write it anew with%n%n  %s%n%n",
            file, TopicPages.COMMAND)
        .exists()
        .hasSameTextualContentAs(folder.resolve("topics.md"));
  }

  @ParameterizedTest
  @EnumSource
  void everyTopicHasItsSectionWithItsKeyAndHowLongItIsKept(TopicRole role) {
    String page = TopicPages.text();

    assertThat(page).contains("\n## " + role.key() + "\n").contains("](#" + role.key() + ")");
    String section = page.substring(page.indexOf("\n## " + role.key() + "\n"));
    assertThat(section).contains("| key | ", "| kept | ", "| headers | ");
  }

  @Test
  void everyFieldOfAnEventAndOfAVerdictIsThereWithItsMeaning() {
    String page = TopicPages.text();

    for (Schema.Field field : LoopVerdict.SCHEMA$.getFields()) {
      assertThat(page).contains("| `" + field.name() + "` | ").contains(field.doc());
    }
    for (Schema body : AgentEvent.SCHEMA$.getField("body").schema().getTypes()) {
      for (Schema.Field field : body.getFields()) {
        assertThat(page).contains("| `" + body.getName() + "." + field.name() + "` | ");
      }
    }
  }

  @Test
  void theExampleOfAGateIsTheOneThatThreeEqualFailuresOpen() {
    assertThat(TopicExamples.all().get(TopicRole.GATE_TRIGGERS).value().toString())
        .contains("OPENED", "T7");
  }
}
