package dev.eddyline.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.eddyline.schema.AgentEvent;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ArbitraryBytesTest {

  private static final String TOPIC = "agent-events";

  private final ConfluentSchemaRegistry registry = RegistrySamples.mockRegistry();
  private final int id = registry.idOf(TOPIC + "-value", AgentEvent.getClassSchema());
  private final AvroSerde<AgentEvent> events = AvroSerde.of(AgentEvent.class, registry);

  @AfterEach
  void close() {
    registry.close();
  }

  @Test
  void arbitraryBytesBecomeARecordOrASerializationException() {
    // Given
    Random random = new Random(20_260_101);
    Map<Boolean, Integer> outcomes = new HashMap<>();

    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = i % 2 == 0 ? randomBytes(random) : mutated(random);

      // When
      Throwable refused = catchThrowable(() -> events.deserializer().deserialize(TOPIC, bytes));

      // Then
      if (refused != null) {
        HostileBytesTest.assertSerializationException(refused);
      }
      outcomes.merge(refused == null, 1, Integer::sum);
    }
    assertThat(outcomes.get(false)).isGreaterThan(10_000);
    assertThat(outcomes.get(true)).isPositive();
  }

  private byte[] randomBytes(Random random) {
    byte[] body = new byte[random.nextInt(200)];
    random.nextBytes(body);
    return random.nextInt(10) == 0 ? body : RegistrySamples.frame(id, body);
  }

  private byte[] mutated(Random random) {
    List<AgentEvent> samples =
        List.of(RegistrySamples.failure(), RegistrySamples.attempt(), RegistrySamples.waiting());
    byte[] bytes = events.serializer().serialize(TOPIC, samples.get(random.nextInt(3)));
    for (int i = random.nextInt(4); i >= 0; i--) {
      bytes[5 + random.nextInt(bytes.length - 5)] = (byte) random.nextInt();
    }
    return random.nextInt(4) == 0 ? Arrays.copyOf(bytes, random.nextInt(300)) : bytes;
  }
}
