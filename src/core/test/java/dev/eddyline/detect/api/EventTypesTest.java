package dev.eddyline.detect.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.AgentEvent;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;

class EventTypesTest {

  @Test
  void allTypesAreThoseOfTheSchema() {
    assertThat(EventTypes.ALL)
        .extracting(Class::getName)
        .containsExactlyInAnyOrderElementsOf(
            AgentEvent.getClassSchema().getField("body").schema().getTypes().stream()
                .map(Schema::getFullName)
                .toList());
  }
}
