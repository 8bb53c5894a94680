package dev.eddyline.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddyline.gate.Outbox;
import dev.eddyline.graph.GraphSnapshot;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.Policy;
import dev.eddyline.policy.PolicyDraft;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.MeaningRequested;
import dev.eddyline.schema.Signal;
import dev.eddyline.task.RecordCoordinates;
import dev.eddyline.task.TaskEngine;
import dev.eddyline.verify.InMemory;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/** Each request of the burst is undecided by words. */
class BurstTest {

  private static final int MANY = 10_000;

  private final InMemory memory = new InMemory();
  private long offset;

  private List<SpecificRecord> take(AgentEvent event, Beside beside) {
    Policies policies = Policies.read(List.of(new PolicyDraft("test", beside.policy())));
    long time = event.getOccurredAt().toEpochMilli();
    Outbox outbox = new Outbox("agent-events", 0, offset, Instant.EPOCH);
    new TaskEngine(0, () -> policies, () -> GraphSnapshot.NONE)
        .take(
            event,
            new RecordCoordinates("agent-events", 0, offset++, time, time, Instant.EPOCH),
            memory,
            outbox);
    return outbox.records();
  }

  @Test
  void theModelIsAskedAboutEachRequest_whichGetsNoAnswerBefore() {
    for (int task = 0; task < 50; task++) {
      // Given
      assertThat(take(Burst.before(task), Beside.MEANING)).isEmpty();

      // When
      List<SpecificRecord> caused = take(Burst.again(task), Beside.MEANING);

      // Then
      assertThat(caused).singleElement().isInstanceOf(Signal.class);
      assertThat(((Signal) caused.get(0)).getBody()).isInstanceOf(MeaningRequested.class);
    }
  }

  @Test
  void byWordsEachIsAnsweredAtOnce() {
    // Given
    take(Burst.before(0), Beside.WORDS);

    // When
    List<SpecificRecord> caused = take(Burst.again(0), Beside.WORDS);

    // Then
    assertThat(caused).singleElement().isInstanceOf(LoopVerdict.class);
  }

  @Test
  void noTwoTasksAskTheSame() {
    // Given
    Set<String> words = new HashSet<>();

    // When
    IntStream.range(0, MANY).forEach(task -> words.add(Burst.word(task)));

    // Then
    assertThat(words).hasSize(MANY).allMatch(word -> word.matches("[a-z]{8}"));
  }

  @Test
  void itIsOpenUntilEachRequestIsAnswered_whateverElseIsAnswered() {
    // Given
    Burst burst = new Burst(2);

    // When
    burst.answered("another");
    burst.answered(Burst.before(0).getEventId());
    burst.answered(Burst.again(1).getEventId());

    // Then
    assertThat(burst.open()).isEqualTo(1);
  }

  @Test
  void aSecondAnswerIsRefused() {
    // Given
    Burst burst = new Burst(2);
    burst.answered(Burst.again(1).getEventId());

    // When / Then
    assertThatThrownBy(() -> burst.answered(Burst.again(1).getEventId()))
        .hasMessageContaining("burst-1-again");
  }

  @Test
  void thePoliciesDifferFromTheDefaultInWhatIsMeasuredAlone() {
    assertThat(Beside.MEANING.policy()).isEqualTo(PolicyDraft.load("default").get(0).text());
    assertThat(policy(Beside.NOTHING).evaluation().enabled()).isFalse();
    assertThat(policy(Beside.EVALUATOR).evaluation().enabled()).isTrue();
    assertThat(Beside.WORDS.policy()).isEqualTo(Beside.NOTHING.policy());
  }

  private static Policy policy(Beside beside) {
    return Policies.read(List.of(new PolicyDraft("test", beside.policy()))).forWorkflow(null);
  }
}
