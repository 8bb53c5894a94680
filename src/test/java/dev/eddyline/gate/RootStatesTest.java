package dev.eddyline.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.OpenGate;
import dev.eddyline.schema.Rejection;
import dev.eddyline.schema.RootHold;
import java.util.List;
import org.junit.jupiter.api.Test;

class RootStatesTest {

  private static RootHold hold() {
    OpenGate gate = new OpenGate();
    gate.setGateId("gate-1");
    gate.setLoopCount(3);
    return new RootHold(gate, 2L, 7L, List.of(1), 0L);
  }

  @Test
  void changingACopyOfABlockDoesNotChangeTheOriginal() {
    // Given
    RootHold original = hold();

    // When
    RootHold copy = RootStates.copy(original);

    // Then
    assertThat(copy).isEqualTo(hold());
    copy.setToldAt(9);
    ((OpenGate) copy.getHold()).setLoopCount(4);
    assertThat(original).isEqualTo(hold());
  }

  @Test
  void copyReusesRejection_andCopyOfNullIsNull() {
    // Given
    Rejection rejection = new Rejection("d-1", 5L);

    // When
    RootHold copy = RootStates.copy(new RootHold(rejection, 2L, 7L, List.of(), 0L));

    // Then
    assertThat(copy.getHold()).isSameAs(rejection);
    assertThat(RootStates.copy(null)).isNull();
  }
}
