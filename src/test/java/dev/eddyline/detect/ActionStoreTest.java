package dev.eddyline.detect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.BagOfWords;
import dev.eddyline.schema.KeptAction;
import dev.eddyline.schema.KeptActions;
import dev.eddyline.schema.KeptRun;
import dev.eddyline.schema.ResultSketch;
import dev.eddyline.schema.TaskState;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Actions as a task's state keeps them. */
class ActionStoreTest {

  private static final ByteBuffer NO_BYTES = ByteBuffer.allocate(0);

  private static final Sketch RESULT =
      new Sketch(7, Hash.of(""), 0, new WordBag(3, ByteBuffer.allocate(0)));

  private static final List<ToolAction> ACTIONS =
      List.of(
          action("run-😀-9", 1_000, 0, 0, RESULT),
          action("run-😀-10", 2_000, 0, 0.25, new Sketch(8, 11, 9, RESULT.words())),
          action("other", 500, 12, 0, null));

  private static ToolAction action(String id, long at, long tokens, double usd, Sketch result) {
    return new ToolAction(-5, "tool", at > 1_500, result, "agent é", id, at, 3, at, tokens, usd);
  }

  @Test
  void whatIsWrittenIsReadAsItWas() {
    ActionHistory history = history();

    KeptActions kept = ActionStore.write(history);

    assertThat(kept.getIds()).isEqualTo("run-😀-");
    assertThat(ActionStore.read(kept)).isEqualTo(history);
  }

  @Test
  void whatAnOlderReleaseWroteIsReadAndGoesOn() {
    // Given
    TaskState state = new TaskState();
    state.setActions(
        new KeptActions(
            List.of("tool", "agent é"),
            List.of(),
            ACTIONS.subList(0, 2).stream().map(ActionStoreTest::alone).toList(),
            List.of(alone(ACTIONS.get(2))),
            List.of(new KeptRun(2, 2)),
            null,
            List.of(),
            4L,
            "",
            0L,
            0L,
            NO_BYTES,
            NO_BYTES));

    // When
    ActionHistory read = ActionStore.of(state);

    // Then
    assertThat(read).isEqualTo(history());
    assertThat(ActionStore.read(ActionStore.write((LiveActions) state.getActions())))
        .isEqualTo(history());
  }

  private static ActionHistory history() {
    return new ActionHistory(
        List.of(),
        ACTIONS.subList(0, 2),
        List.of(new Periodicity.Run<>(2, ACTIONS.get(2))),
        null,
        List.of(),
        4L,
        NearCalls.NONE);
  }

  /** An action as each was kept by itself. */
  private static KeptAction alone(ToolAction action) {
    Sketch result = action.result();
    return new KeptAction(
        action.call(),
        0,
        1,
        action.failed(),
        result == null
            ? null
            : new ResultSketch(
                result.text(), result.facts(), result.template(), new BagOfWords(3, NO_BYTES)),
        action.eventId(),
        action.at(),
        action.partition(),
        action.offset(),
        action.tokens(),
        action.costUsd() == 0 ? null : (Double) action.costUsd());
  }
}
