package dev.eddyline.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.TestTags;
import dev.eddyline.schema.AgentEvent;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Fuzzing with a fixed seed; {@link FuzzMain} takes other seeds. */
class FuzzTest {

  private static final long SEED = 20_261_121;

  @Test
  void recordsAreReadOrRefusedAsDocumented() {
    // Given
    EventRecordTarget records = new EventRecordTarget(SEED);
    long inputs = 15_000;

    // When
    FuzzRunner.Outcome outcome = FuzzRunner.run(records, SEED, 0, inputs);

    // Then
    assertThat(outcome.acceptedInputCount()).isBetween(inputs / 10, inputs - inputs / 10);
  }

  @Test
  void linesOfJsonAreReadOrRefusedAsDocumented() {
    // Given
    EventLineTarget lines = new EventLineTarget(SEED);
    long inputs = 6_000;

    // When
    FuzzRunner.Outcome outcome = FuzzRunner.run(lines, SEED, 0, inputs);

    // Then
    assertThat(outcome.acceptedInputCount()).isBetween(inputs / 20, inputs - inputs / 20);
  }

  @Test
  void policiesAreReadOrRefusedAsDocumented() {
    // Given
    PolicyTarget policies = new PolicyTarget();
    long inputs = 800;

    // When
    FuzzRunner.Outcome outcome = FuzzRunner.run(policies, SEED, 0, inputs);

    // Then
    assertThat(outcome.acceptedInputCount()).isBetween(inputs / 20, inputs - inputs / 20);
  }

  @Test
  @Tag(TestTags.PROPERTIES)
  void everyKeyOfAPolicyIsReadOrRefusedWithEveryOddValue() {
    // Given
    PolicyTarget policies = new PolicyTarget();
    List<String> odd = policies.everyKeyWithOddValues();

    // When
    long taken = odd.stream().filter(policies::acceptsInput).count();

    // Then
    assertThat(taken).isBetween(odd.size() / 50L, odd.size() / 2L);
  }

  @Test
  void theInputsBeginWithEventsOfEveryType() {
    // Given
    List<Schema> bodies = AgentEvent.getClassSchema().getField("body").schema().getTypes();

    // When
    List<AgentEvent> events = new EventRecordTarget(SEED).validEvents();

    // Then
    assertThat(events)
        .extracting(event -> ((IndexedRecord) event.getBody()).getSchema())
        .containsAll(bodies);
  }
}
