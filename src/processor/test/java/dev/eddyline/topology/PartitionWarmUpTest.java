package dev.eddyline.topology;

import static dev.eddyline.topology.TakeOverRig.EVENTS;
import static dev.eddyline.topology.TakeOverRig.rig;
import static dev.eddyline.topology.TopologyRig.START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.JournalEntry;
import dev.eddyline.schema.JournalKind;
import dev.eddyline.schema.PartitionState;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.Test;

/** A partition that takes over and receives no record. */
class PartitionWarmUpTest {

  private static TakeOver takeOverWithPartitionsPastCutOver(Set<Integer> warm) {
    return new TakeOver(Map.of(new TopicPartition(EVENTS, 0), 3L), 1, Map.of(), Map.of(), warm);
  }

  private static boolean isWarming(TopologyRig rig) {
    KeyValueStore<String, PartitionState> partitionStore =
        rig.driver().getKeyValueStore(EddylineTopology.PARTITION_STORE);
    return new Journal(partitionStore, 0, START, true).isWarmingUp();
  }

  @Test
  void warmUpEndsWithoutInputWhenAllRecordsAreReprocessed() {
    try (TopologyRig rig = rig(1, takeOverWithPartitionsPastCutOver(Set.of(0)))) {
      // When
      rig.driver().advanceWallClockTime(Duration.ofSeconds(2));

      // Then
      assertThat(isWarming(rig)).isFalse();
      assertThat(rig.wholeJournal())
          .extracting(JournalEntry::getKind)
          .containsExactly(JournalKind.START);
    }
  }

  @Test
  void warmUpWaitsForARecordWhenInputMayRemain() {
    try (TopologyRig rig = rig(1, takeOverWithPartitionsPastCutOver(Set.of()))) {
      // When
      rig.driver().advanceWallClockTime(Duration.ofSeconds(2));

      // Then
      assertThat(isWarming(rig)).isTrue();
      assertThat(rig.wholeJournal()).isEmpty();
    }
  }
}
