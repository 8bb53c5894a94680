package dev.eddyline.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TaskQueriesTest {

  private static int ownerLength(String key) {
    byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
    return TaskQueries.historyOwnerLength(bytes, bytes.length);
  }

  @Test
  void ownerOfHistoryEndsBeforeItsKind() {
    assertThat(ownerLength("task|1|failures")).isEqualTo("task|1".length());
  }

  @Test
  void keyThatOpensSegmentHasNoOwner() {
    assertThat(ownerLength("")).isZero();
  }
}
