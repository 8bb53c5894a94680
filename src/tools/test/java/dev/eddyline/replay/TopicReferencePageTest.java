package dev.eddyline.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.GeneratedFile;
import dev.eddyline.TestTags;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.topics.TopicRole;
import java.nio.file.Path;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks topics.md against the catalogue, the schemas and the topology. */
class TopicReferencePageTest {

  @Test
  @Tag(TestTags.DOCS)
  void committedTopicPageEqualsTheGeneratedPage() {
    GeneratedFile.check(Path.of("docs", "reference", "topics.md"), TopicReferencePage.text());
  }

  @ParameterizedTest
  @EnumSource
  void everyTopicHasASectionWithKeyAndRetention(TopicRole role) {
    String page = TopicReferencePage.text();

    assertThat(page).contains("\n## " + role.key() + "\n").contains("](#" + role.key() + ")");
    String section = page.substring(page.indexOf("\n## " + role.key() + "\n"));
    assertThat(section).contains("| key | ", "| retention | ", "| headers | ");
  }

  @Test
  void everyEventAndVerdictFieldIsDescribed() {
    String page = TopicReferencePage.text();

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
  void gateExampleIsCausedByThreeEqualFailures() {
    assertThat(TopicExamples.all().get(TopicRole.GATE_TRIGGERS).value().toString())
        .contains("OPENED", "T7");
  }
}
