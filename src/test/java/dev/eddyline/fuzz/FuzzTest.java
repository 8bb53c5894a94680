package dev.eddyline.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.AgentEvent;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.junit.jupiter.api.Test;

/** The short form of {@link LongRun}: always the same inputs. */
class FuzzTest {

  private static final long SEED = 20_261_121;

  @Test
  void recordsAreReadOrRefusedAsDocumented() {
    // Given
    EventBytes records = new EventBytes(SEED);

    // When
    Fuzzing.Outcome outcome = Fuzzing.run(records, SEED, 0, 150_000);

    // Then
    assertThat(outcome.taken()).isBetween(15_000L, 135_000L);
  }

  @Test
  void linesOfJsonAreReadOrRefusedAsDocumented() {
    // Given
    EventLines lines = new EventLines(SEED);

    // When
    Fuzzing.Outcome outcome = Fuzzing.run(lines, SEED, 0, 60_000);

    // Then
    assertThat(outcome.taken()).isBetween(6_000L, 54_000L);
  }

  @Test
  void policiesAreReadOrRefusedAsDocumented() {
    // Given
    PolicyTexts policies = new PolicyTexts();

    // When
    Fuzzing.Outcome outcome = Fuzzing.run(policies, SEED, 0, 8_000);

    // Then
    assertThat(outcome.taken()).isBetween(400L, 7_600L);
  }

  @Test
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
