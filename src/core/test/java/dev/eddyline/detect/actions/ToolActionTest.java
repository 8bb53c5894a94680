package dev.eddyline.detect.actions;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Names of tools. */
class ToolActionTest {

  @Test
  void theNameOfAToolIsWellFormedWhereverItIsTruncated() {
    String name = "x".repeat(99) + "😀";

    assertThat(ToolAction.truncateToolName(name)).isEqualTo("x".repeat(99));
  }
}
