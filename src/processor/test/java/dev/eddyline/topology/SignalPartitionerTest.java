package dev.eddyline.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.RootNews;
import dev.eddyline.schema.Signal;
import dev.eddyline.schema.Source;
import dev.eddyline.schema.SubtaskSign;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Root updates go to their named partition, all other signals to the home partition of their key.
 */
class SignalPartitionerTest {

  private static final String SIGNALS = "eddyline-signals";
  private static final Source SOURCE = new Source("agent-events", 0, 1L, 0);

  private final SignalPartitioner partitioner = new SignalPartitioner();

  @Test
  void rootUpdatesGoToTheirNamedPartition() {
    for (int partition = 0; partition < 8; partition++) {
      // Given
      RootNews rootUpdate =
          new RootNews("R", partition, SOURCE, TopologyRig.START, 1L, 1L, 0L, null, null);

      // When
      var chosen = partitioner.partitions(SIGNALS, "R", new Signal(rootUpdate), 8);

      // Then
      assertThat(chosen).contains(Set.of(partition));
    }
  }

  @Test
  void progressSignalsGoToTheHomePartitionOfTheirRoot() {
    // Given
    SubtaskSign progress = new SubtaskSign("e", "R.1", "R", 5, SOURCE, TopologyRig.START, 0L);

    // When
    var chosen = partitioner.partitions(SIGNALS, "R", new Signal(progress), 8);

    // Then
    assertThat(chosen).isEmpty();
  }
}
