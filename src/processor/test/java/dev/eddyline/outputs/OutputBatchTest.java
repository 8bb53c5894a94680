package dev.eddyline.outputs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.Source;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

/** Outputs of several partitions in one poll. */
class OutputBatchTest {

  private final OutputBatch batch = new OutputBatch();
  private final List<String> taken = new ArrayList<>();

  private void add(String topic, int partition, String id, long decidedAt) {
    LoopReset reset =
        LoopReset.newBuilder()
            .setResetId(id)
            .setEventId("e")
            .setTaskId("t")
            .setRootTaskId("t")
            .setReason("r")
            .setPreviousCount(1)
            .setEpoch(1L)
            .setSource(new Source("agent-events", partition, 0L, 0))
            .setOccurredAt(Instant.EPOCH)
            .setDecidedAt(Instant.ofEpochMilli(decidedAt))
            .build();
    batch.add(new ConsumerRecord<>(topic, partition, 0, "t", new byte[0]), reset);
  }

  private void recordResetId(SpecificRecord output) {
    taken.add(((LoopReset) output).getResetId());
  }

  @Test
  void deliversInDecisionOrder() {
    // Given
    add("verdicts", 0, "first", 10);
    add("verdicts", 0, "third", 30);
    add("gates", 1, "second", 20);

    // When
    batch.deliverAllTo((output, traceId) -> recordResetId(output));

    // Then
    assertThat(taken).containsExactly("first", "second", "third");
  }

  @Test
  void preservesPartitionOrderDespiteClockSkew() {
    // Given
    add("gates", 0, "opened", 100);
    add("gates", 0, "closed", 50);
    add("resets", 0, "reset", 70);

    // When
    batch.deliverAllTo((output, traceId) -> recordResetId(output));

    // Then
    assertThat(taken).containsSubsequence("opened", "closed").hasSize(3);
  }

  @Test
  void skipsOutputThatListenerRejects() {
    // Given
    add("gates", 0, "one", 1);
    add("gates", 0, "bad", 2);
    add("gates", 0, "two", 3);

    // When
    batch.deliverAllTo(
        (output, traceId) -> {
          if (((LoopReset) output).getResetId().equals("bad")) {
            throw new IllegalStateException("cannot be taken");
          }
          recordResetId(output);
        });

    // Then
    assertThat(taken).containsExactly("one", "two");
  }
}
