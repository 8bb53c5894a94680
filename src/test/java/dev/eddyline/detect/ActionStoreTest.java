package dev.eddyline.detect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.BagOfWords;
import dev.eddyline.schema.KeptAction;
import dev.eddyline.schema.KeptActions;
import dev.eddyline.schema.KeptRun;
import dev.eddyline.schema.ResultSketch;
import dev.eddyline.schema.TaskState;
import dev.eddyline.text.Hash;
import dev.eddyline.text.Text;
import dev.eddyline.text.WordBag;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Actions as a task's state keeps them. */
class ActionStoreTest {

  private static final ByteBuffer NO_BYTES = ByteBuffer.allocate(0);

  private static final Sketch RESULT =
      new Sketch(7, Hash.of(""), 0, new WordBag(3, ByteBuffer.allocate(0)), false);

  private static final List<ToolAction> ACTIONS =
      List.of(
          action("run-😀-9", 1_000, 0, 0, RESULT),
          action("run-😀-10", 2_000, 0, 0.25, new Sketch(8, 11, 9, RESULT.words(), true)),
          action("other", 500, 12, 0, null));

  private static ToolAction action(String id, long at, long tokens, double usd, Sketch result) {
    return new ToolAction(-5, "tool", at > 1_500, result, "agent é", id, at, 3, at, tokens, usd);
  }

  @Test
  void writtenHistoryReadsBackUnchanged() {
    ActionHistory history = history();

    KeptActions kept = ActionStore.write(history);

    assertThat(kept.getIds()).isEqualTo("run-😀-");
    assertThat(ActionStore.read(kept)).isEqualTo(history);
  }

  @Test
  void historyOfAnOlderReleaseIsReadAndContinued() {
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

  @Test
  void countersReadBackUnchanged() {
    // Given
    byte[] far = new byte[32];
    for (int place = 0; place < far.length; place++) {
      far[place] = (byte) (place % 2 == 0 ? Byte.MIN_VALUE : Byte.MAX_VALUE);
    }
    List<WordBag> bags =
        List.of(
            WordBag.of(Text.of("three plain words")),
            WordBag.of(Text.of("")),
            RESULT.words(),
            new WordBag(9_000, ByteBuffer.wrap(far)),
            WordBag.of(Text.of("w ".repeat(300))));
    List<ToolAction> actions =
        IntStream.range(0, bags.size())
            .mapToObj(i -> tool("tool", i, new Sketch(i, 1, 0, bags.get(i), i % 2 == 0)))
            .toList();

    // When
    ActionHistory read = ActionStore.read(ActionStore.write(recent(actions)));

    // Then
    assertThat(read.recent()).isEqualTo(actions);
  }

  @Test
  void similarRunsReadBackUnchangedAtAnyPosition() {
    ToolAction left = tool("tool", 9, RESULT);
    for (ToolAction first : List.of(ACTIONS.get(0), left)) {
      // Given
      WordBag arguments = WordBag.of(Text.of("path of a file"));
      SimilarResultRun alike =
          new SimilarResultRun(
              first.withoutResult(), 5, 6, 2, true, false, ACTIONS.get(1), CallWords.of(arguments));
      ActionHistory history = recent(ACTIONS.subList(0, 2)).withSimilarResultRun(alike);

      // When
      KeptActions kept = ActionStore.write(history);

      // Then
      assertThat(ActionStore.read(kept)).isEqualTo(history);
      assertThat(kept.getOlder().hasRemaining()).isEqualTo(first == left);
    }
  }

  @Test
  void unusedNamesAreDroppedWhenThereAreTooMany() {
    // Given
    TaskState state = new TaskState();
    UnmatchedResult lone = new UnmatchedResult("lone", RESULT);
    for (int i = 0; i < 14; i++) {
      storeAndRead(
          state, recent(List.of(tool("tool-" + i, i, null))).withUnmatchedResults(List.of(lone)));
    }
    assertThat(state.getActions().getNames()).hasSize(16).contains("tool-0", "tool-13");

    // When
    storeAndRead(
        state,
        recent(List.of(tool("tool-13", 13, null), tool("tool-14", 14, null)))
            .withUnmatchedResults(List.of(lone)));

    // Then
    assertThat(state.getActions().getNames())
        .containsExactlyInAnyOrder("lone", "tool-13", "tool-14", "agent");
  }

  @Test
  void usedNamesAreNeverDropped() {
    // Given
    TaskState state = new TaskState();
    List<ToolAction> actions =
        IntStream.range(0, 30).mapToObj(i -> tool("tool-" + i, i, null)).toList();
    storeAndRead(state, recent(actions));
    assertThat(state.getActions().getNames()).hasSize(31);

    // When
    storeAndRead(state, recent(actions.subList(10, 30)));
    List<String> stay = state.getActions().getNames();
    List<ToolAction> more = new ArrayList<>(actions.subList(10, 30));
    more.add(tool("new", 30, null));
    storeAndRead(state, recent(more));

    // Then
    assertThat(stay).hasSize(31);
    assertThat(state.getActions().getNames())
        .hasSize(22)
        .contains("tool-10", "tool-29", "new", "agent")
        .doesNotContain("tool-0", "tool-9");
  }

  /** Keeps a history, and compares what is then written with it. */
  static void storeAndRead(TaskState state, ActionHistory history) {
    ActionStore.keep(state, history);
    assertThat(ActionStore.read(ActionStore.write((LiveActions) state.getActions())))
        .isEqualTo(history);
  }

  private static ToolAction tool(String name, int place, Sketch result) {
    return new ToolAction(
        place, name, false, result, "agent", "event-" + place, place, 0, place, 0, 0);
  }

  static ActionHistory recent(List<ToolAction> actions) {
    return ActionHistory.ofPendingCalls(List.of()).withRecent(actions, List.of(), 0);
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

  /** An action in the older form, stored one by one. */
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
                result.text(),
                result.facts(),
                result.template(),
                new BagOfWords(3, NO_BYTES),
                result.clean()),
        action.eventId(),
        action.at(),
        action.partition(),
        action.offset(),
        action.tokens(),
        action.costUsd() == 0 ? null : (Double) action.costUsd());
  }
}
