package dev.eddyline.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddyline.bench.report.SideLoad;
import dev.eddyline.engine.InMemoryStores;
import dev.eddyline.gate.Outbox;
import dev.eddyline.graph.source.GraphSnapshot;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.Policy;
import dev.eddyline.policy.PolicyDraft;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.MeaningRequested;
import dev.eddyline.schema.Signal;
import dev.eddyline.task.RecordCoordinates;
import dev.eddyline.task.TaskEngine;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/** Each request of the burst is undecided by words. */
class RequestBurstTest {

  private static final int MANY = 10_000;

  private final InMemoryStores memory = new InMemoryStores();
  private long offset;

  private List<SpecificRecord> process(AgentEvent event, SideLoad sideLoad) {
    Policies policies = Policies.read(List.of(new PolicyDraft("test", sideLoad.policyText())));
    long time = event.getOccurredAt().toEpochMilli();
    Outbox outbox = new Outbox("agent-events", 0, offset, Instant.EPOCH);
    new TaskEngine(0, () -> policies, () -> GraphSnapshot.NONE)
        .take(
            event,
            new RecordCoordinates("agent-events", 0, offset++, time, time, Instant.EPOCH),
            memory,
            outbox);
    memory.applyWrites();
    return outbox.records();
  }

  @Test
  void eachRequestIsSentToTheModelFirst() {
    for (int task = 0; task < 50; task++) {
      // Given
      assertThat(process(RequestBurst.initialRequest(task), SideLoad.MEANING)).isEmpty();

      // When
      List<SpecificRecord> outputs = process(RequestBurst.repeatedRequest(task), SideLoad.MEANING);

      // Then
      assertThat(outputs).singleElement().isInstanceOf(Signal.class);
      assertThat(((Signal) outputs.get(0)).getBody()).isInstanceOf(MeaningRequested.class);
    }
  }

  @Test
  void lexicalComparisonRepliesImmediately() {
    // Given
    process(RequestBurst.initialRequest(0), SideLoad.WORDS);

    // When
    List<SpecificRecord> outputs = process(RequestBurst.repeatedRequest(0), SideLoad.WORDS);

    // Then
    assertThat(outputs).singleElement().isInstanceOf(LoopVerdict.class);
  }

  @Test
  void everyTaskHasADifferentRequest() {
    // Given
    Set<String> words = new HashSet<>();

    // When
    IntStream.range(0, MANY).forEach(task -> words.add(RequestBurst.syntheticWord(task)));

    // Then
    assertThat(words).hasSize(MANY).allMatch(word -> word.matches("[a-z]{8}"));
  }

  @Test
  void countsOnlyRepliesToBurstRequests() {
    // Given
    RequestBurst burst = new RequestBurst(2);

    // When
    burst.replied("another");
    burst.replied(RequestBurst.initialRequest(0).getEventId());
    burst.replied(RequestBurst.repeatedRequest(1).getEventId());

    // Then
    assertThat(burst.pendingReplyCount()).isEqualTo(1);
  }

  @Test
  void rejectsSecondReply() {
    // Given
    RequestBurst burst = new RequestBurst(2);
    burst.replied(RequestBurst.repeatedRequest(1).getEventId());

    // When / Then
    assertThatThrownBy(() -> burst.replied(RequestBurst.repeatedRequest(1).getEventId()))
        .hasMessageContaining("burst-1-again");
  }

  @Test
  void policiesDifferFromDefaultOnlyInMeasuredSetting() {
    assertThat(SideLoad.MEANING.policyText())
        .isEqualTo(PolicyDraft.loadPresetFileOrFolder("default").get(0).text());
    assertThat(policy(SideLoad.NOTHING).evaluation().enabled()).isFalse();
    assertThat(policy(SideLoad.EVALUATOR).evaluation().enabled()).isTrue();
    assertThat(SideLoad.WORDS.policyText()).isEqualTo(SideLoad.NOTHING.policyText());
  }

  private static Policy policy(SideLoad sideLoad) {
    return Policies.read(List.of(new PolicyDraft("test", sideLoad.policyText())))
        .policyForWorkflow(null);
  }
}
