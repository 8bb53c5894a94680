package dev.eddyline.console.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.access.TaskScope;
import dev.eddyline.console.view.DeadLetterStore;
import dev.eddyline.metrics.DeadLetterReason;
import dev.eddyline.outputs.DeadLetter;
import dev.eddyline.outputs.DeadLetter.Format;
import dev.eddyline.outputs.DeadLetter.Part;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The newest refused records and their causes. */
class DeadLetterStoreTest {

  private final DeadLetterStore problems = new DeadLetterStore();

  private static DeadLetter letter(long at, String reason, String agent, String task) {
    return new DeadLetter(
        "0-" + at,
        at,
        "agent-events",
        0,
        at,
        DeadLetterReason.REFUSED,
        reason,
        "k",
        1,
        new Part(Format.JSON, null, task, agent, "build", null, null));
  }

  private InputProblemCausesJson causes() {
    return InputProblemCausesJson.of(problems.covered(TaskScope.ALL, 0), true, false);
  }

  @Test
  void reasonsThatDifferInValuesAreOneCause() {
    // When
    problems.add(letter(1, "tokens must be ≥ 0, was -1", "bot", "T1"));
    problems.add(letter(2, "tokens must be ≥ 0, was -25", "bot", "T2"));
    problems.add(letter(3, "type 'tool' is unknown; nearest: tool_called", "bot", "T1"));
    problems.add(letter(4, "tokens must be ≥ 0, was -1", "other", "T1"));

    // Then
    assertThat(causes().causes())
        .extracting(InputProblemCausesJson.Cause::records)
        .containsExactly(1, 1, 2);
    assertThat(causes().causes().get(2).reason()).isEqualTo("tokens must be ≥ 0, was -25");
    assertThat(causes().causes().get(2).firstAt()).isEqualTo(1);
    assertThat(causes().causes().get(2).lastAt()).isEqualTo(2);
    assertThat(causes().records()).isEqualTo(4);
  }

  @Test
  void onlyTheNewestAreStored() {
    for (int at = 0; at <= DeadLetterStore.MAX_PROBLEMS; at++) {
      assertThat(problems.isIncompleteSince(0)).isFalse();
      problems.add(letter(at, "wrong", "bot", "T1"));
    }

    assertThat(problems.isIncompleteSince(0)).isTrue();
    assertThat(problems.isIncompleteSince(1)).as("only an older one was removed").isFalse();
    assertThat(problems.covered(TaskScope.ALL, 0)).hasSize(DeadLetterStore.MAX_PROBLEMS);
    assertThat(problems.covered(TaskScope.ALL, 0).get(0).letter().at())
        .isEqualTo(DeadLetterStore.MAX_PROBLEMS);
  }

  @Test
  void olderOnesAreNotShown() {
    problems.add(letter(10, "wrong", "bot", "T1"));

    assertThat(problems.covered(TaskScope.ALL, 11)).isEmpty();
  }

  @Test
  void aTenantSeesOnlyRecordsOfItsTasks() {
    TaskScope tenant = new TaskScope("ci-", Set.of("build"));
    problems.add(letter(1, "wrong", "bot", "ci-1"));
    problems.add(letter(2, "wrong", "bot", "vault-1"));
    problems.add(letter(3, "wrong", "bot", null));

    assertThat(problems.covered(tenant, 0))
        .extracting(it -> it.letter().part().taskId())
        .containsExactly("ci-1");
  }

  @Test
  void fixOfAnUnknownTypeNamesIt() {
    DeadLetter letter =
        new DeadLetter(
            "0:1",
            1,
            "agent-events",
            0,
            0L,
            DeadLetterReason.UNREADABLE,
            "type is unknown; known: task_started, tool_called",
            "T1",
            1,
            new Part(Format.JSON, null, "T1", "bot", null, "tool_caled", null));

    assertThat(InputFix.of(letter)).contains("'tool_caled'");
  }

  @ParameterizedTest
  @CsvSource({
    "magic byte is 0x03, Publish JSON",
    "schema id 9999 is not known, schema.registry.url",
    "human_intervened.gateId: that gate was decided already; none is open, Nothing to do",
    "not valid JSON at column 3: unexpected end, one JSON object",
    "not a JSON object, one JSON object",
    "value is a JSON array, one JSON object",
    "value is JSON but its content type is Avro, the content type of the bytes",
    "more than one JSON value in the line; write one object a line, one JSON object",
    "key must equal taskId, Publish the record with the key",
    "type must be human_intervened on this topic: other events, on the topic",
    "tokens must be ≥ 0, Correct the field",
  })
  void eachReasonHasAFix(String reason, String fix) {
    assertThat(InputFix.of(letter(1, reason, "bot", "T1"))).contains(fix);
  }
}
