package dev.eddyline.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.FullLane;
import dev.eddyline.Tries;
import dev.eddyline.schema.AgentEvent;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Fuzzing with a fixed seed; {@link LongRun} takes other seeds. */
class FuzzTest {

  private static final long SEED = 20_261_121;

  @Test
  @Tag(Tries.TAG)
  void recordsAreReadOrRefusedAsDocumented() {
    // Given
    EventBytes records = new EventBytes(SEED);
    long inputs = Tries.times(15_000);

    // When
    Fuzzing.Outcome outcome = Fuzzing.run(records, SEED, 0, inputs);

    // Then
    assertThat(outcome.taken()).isBetween(inputs / 10, inputs - inputs / 10);
  }

  @Test
  @Tag(Tries.TAG)
  void linesOfJsonAreReadOrRefusedAsDocumented() {
    // Given
    EventLines lines = new EventLines(SEED);
    long inputs = Tries.times(6_000);

    // When
    Fuzzing.Outcome outcome = Fuzzing.run(lines, SEED, 0, inputs);

    // Then
    assertThat(outcome.taken()).isBetween(inputs / 10, inputs - inputs / 10);
  }

  @Test
  @Tag(Tries.TAG)
  void policiesAreReadOrRefusedAsDocumented() {
    // Given
    PolicyTexts policies = new PolicyTexts();
    long inputs = Tries.times(800);

    // When
    Fuzzing.Outcome outcome = Fuzzing.run(policies, SEED, 0, inputs);

    // Then
    assertThat(outcome.taken()).isBetween(inputs / 20, inputs - inputs / 20);
  }

  @Test
  @FullLane
  void everyKeyOfAPolicyIsReadOrRefusedWithEveryOddValue() {
    // Given
    PolicyTexts policies = new PolicyTexts();
    List<String> odd = policies.everyKeyWithOddValues();

    // When
    long taken = odd.stream().filter(policies::takes).count();

    // Then
    assertThat(taken).isBetween(odd.size() / 50L, odd.size() / 2L);
  }

  @Test
  void theInputsBeginWithEventsOfEveryType() {
    // Given
    List<Schema> bodies = AgentEvent.getClassSchema().getField("body").schema().getTypes();

    // When
    List<AgentEvent> events = new EventBytes(SEED).validEvents();

    // Then
    assertThat(events)
        .extracting(event -> ((IndexedRecord) event.getBody()).getSchema())
        .containsAll(bodies);
  }
}
