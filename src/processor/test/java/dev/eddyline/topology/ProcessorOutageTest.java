package dev.eddyline.topology;

import static dev.eddyline.topology.TopologyEvents.failure;
import static dev.eddyline.topology.TopologyRig.TOPICS;
import static dev.eddyline.topology.TopologyRig.seconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddyline.registry.RegistryUnavailableException;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.topics.TopicRole;
import org.apache.avro.Schema;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Failures of the registry or Kafka are not the record's fault: it is retried, not dead-lettered.
 */
class ProcessorOutageTest {

  /** A registry that can become unavailable. */
  private static final class SwitchableRegistry implements SchemaRegistry {
    private final SchemaRegistry registry = TopologyRig.mockRegistry();
    private boolean reads = true;
    private boolean writes = true;

    @Override
    public int idOf(String subject, Schema schema) {
      if (!writes) {
        throw new RegistryUnavailableException("the registry is gone");
      }
      return registry.idOf(subject, schema);
    }

    @Override
    public Schema schemaOf(int id) {
      if (!reads) {
        throw new RegistryUnavailableException("the registry is gone");
      }
      return registry.schemaOf(id);
    }

    @Override
    public void close() {
      registry.close();
    }
  }

  private final SwitchableRegistry registry = new SwitchableRegistry();
  private final TopologyRig rig =
      new TopologyRig(TopologyRig.parts(TOPICS, 1, StoreType.IN_MEMORY, registry));

  @AfterEach
  void close() {
    rig.close();
  }

  @Test
  void aRegistryOutageWhileReadingEndsTheThread() {
    // Given
    registry.reads = false;

    // When
    var taking = assertThatThrownBy(() -> rig.pipe(failure("T1", "e-1", seconds(1))));

    // Then
    taking.hasRootCauseInstanceOf(RegistryUnavailableException.class);
    assertThat(rig.deadLetters()).isEmpty();
  }

  @Test
  void aRegistryOutageWhileWritingEndsTheThread() {
    // Given
    rig.pipe(failure("T1", "e-1", seconds(1)));
    byte[] value = rig.bytes(TOPICS.name(TopicRole.AGENT_EVENTS), failure("T1", "e-2", seconds(2)));
    registry.writes = false;

    // When
    var taking =
        assertThatThrownBy(
            () ->
                rig.pipe(
                    TOPICS.name(TopicRole.AGENT_EVENTS),
                    TopologyRig.bytes("T1"),
                    value,
                    new RecordHeaders(),
                    seconds(2)));

    // Then
    taking.hasRootCauseInstanceOf(RegistryUnavailableException.class);
    assertThat(rig.deadLetters()).isEmpty();
  }
}
