package dev.eddyline.topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CatalogueReaderTest {

  private static final String VERDICTS = "topics.loop-verdicts.";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          key: task            | key: tusk             | key: must be one of task, root task, gate, receiver, workflow, loop signature, partition, as it came, was 'tusk'; nearest: task
          value: LoopVerdict   | value: LoopVerdikt    | value: must be a record of dev.eddyline.schema or bytes, was 'LoopVerdikt'
          direction: out       | direction: outwards   | direction: must be one of in, out, internal, was 'outwards'
          partitions: 8        | partitions: 0         | partitions: must be ≥ 1, was 0
          partitions: 8        | partitions: eight     | partitions: must be a whole number, was string eight
          cleanupPolicy: delete| cleanupPolicy: keep   | cleanupPolicy: must be one of delete, compact, compact,delete, was 'keep'
          retention: 30d       | retention: a month    | retention: must be a time above 0 in d, h, m or s like 7d, was 'a month'
          retention: 30d       | retention: 0d         | retention: must be a time above 0 in d, h, m or s like 7d, was '0d'
          timestampType: CreateTime | timestampType: Now | timestampType: must be one of CreateTime, LogAppendTime, was 'Now'
          maxMessageBytes: 8MiB| maxMessageBytes: 8MB  | maxMessageBytes: must be a size from 1B to 2047MiB in B, KiB or MiB like 8MiB, was '8MB'
          maxMessageBytes: 8MiB| maxMessageBytes: 9000MiB | maxMessageBytes: must be a size from 1B to 2047MiB in B, KiB or MiB like 8MiB, was '9000MiB'
          key: task            | key: [task]           | key: must be text, was array
          key: task            | colour: red           | key: is required
          """)
  void namesTheFieldThatIsWrongByItsPath(String right, String wrong, String problem)
      throws IOException {
    // Given
    String document = shippedWith("loop-verdicts", right, wrong);

    // When
    List<String> problems = problemsOf(document);

    // Then
    assertThat(problems).contains(VERDICTS + problem);
  }

  @Test
  void refusesAnUnknownFieldAndNamesTheNearest() throws IOException {
    // Given
    String document = shippedWith("loop-verdicts", "retention: 30d", "retenton: 30d");

    // When
    List<String> problems = problemsOf(document);

    // Then
    assertThat(problems)
        .containsExactly(
            VERDICTS + "retention: is required",
            VERDICTS + "retenton: unknown key; nearest: retention");
  }

  @Test
  void refusesAnUnknownTopicAndNamesTheNearest() throws IOException {
    // Given
    String document = shipped().replace("  loop-resets:", "  loop-reset:");

    // When
    List<String> problems = problemsOf(document);

    // Then
    assertThat(problems)
        .containsExactly(
            "topics.loop-resets: is required",
            "topics.loop-reset: unknown key; nearest: loop-resets");
  }

  @Test
  void refusesAnUnknownKey() throws IOException {
    // Given
    String document = "version: 1\n" + shipped();

    // When
    List<String> problems = problemsOf(document);

    // Then
    assertThat(problems).containsExactly("version: unknown key");
  }

  @Test
  void rejectsCreateTimeOnInputs() throws IOException {
    // Given
    String document =
        shippedWith("agent-events", "timestampType: LogAppendTime", "timestampType: CreateTime");

    // When
    List<String> problems = problemsOf(document);

    // Then
    assertThat(problems)
        .containsExactly(
            "topics.agent-events.timestampType:"
                + " must be LogAppendTime where Eddyline reads, was CreateTime");
  }

  @Test
  void refusesInputsThatDifferInPartitions() throws IOException {
    // Given
    String document = shippedWith("eddyline-signals", "partitions: 8", "partitions: 4");

    // When
    List<String> problems = problemsOf(document);

    // Then
    assertThat(problems)
        .containsExactly("topics.eddyline-signals.partitions: must be 8 as in agent-events, was 4");
  }

  @Test
  void collectsTheProblemsOfAllTopics() throws IOException {
    // Given
    String document =
        shipped().replace("retention: 90d", "retention: long").replace("key: task", "key: none");

    // When
    List<String> problems = problemsOf(document);

    // Then
    assertThat(problems).hasSize(11);
  }

  @ParameterizedTest
  @CsvSource({"topics: [], topics", "'', topics", "'topics: {agent-events: 3}', agent-events"})
  void refusesADocumentOfAnotherShape(String document, String where) throws IOException {
    // When
    List<String> problems = problemsOf(document);

    // Then
    assertThat(problems)
        .anyMatch(problem -> problem.matches(".*" + where + ": must be a (YAML )?mapping, was .*"));
  }

  @Test
  void namesTheLineOfInvalidYaml() throws IOException {
    // Given
    String document = "topics:\n  agent-events: [\n";

    // When
    List<String> problems = problemsOf(document);

    // Then
    assertThat(problems).singleElement().asString().contains(" line ");
  }

  @Test
  void rejectsADuplicateKey() throws IOException {
    // Given
    String document = shippedWith("loop-verdicts", "key: task", "key: task\n    key: task");

    // When
    List<String> problems = problemsOf(document);

    // Then
    assertThat(problems).singleElement().asString().contains("key").containsIgnoringCase("duplic");
  }

  private static List<String> problemsOf(String document) {
    InputStream yaml = new ByteArrayInputStream(document.getBytes(StandardCharsets.UTF_8));
    return catchThrowableOfType(
            CatalogueException.class, () -> new CatalogueReader("test.yaml").read(yaml))
        .problems();
  }

  private static String shippedWith(String topic, String right, String wrong) throws IOException {
    String document = shipped();
    int start = document.indexOf("  " + topic + ":\n");
    int field = document.indexOf(right, start);
    return document.substring(0, field) + wrong + document.substring(field + right.length());
  }

  private static String shipped() throws IOException {
    try (InputStream yaml =
        CatalogueReaderTest.class.getClassLoader().getResourceAsStream(TopicCatalogue.RESOURCE)) {
      return new String(yaml.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
