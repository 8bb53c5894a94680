package dev.eddyline.detect.actions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddyline.avro.ByteEncoder;
import dev.eddyline.detect.api.Periodicity;
import dev.eddyline.detect.api.Sketch;
import dev.eddyline.text.Hash;
import dev.eddyline.text.Text;
import dev.eddyline.text.WordBag;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Actions as a task's state keeps them. */
class ActionCodecTest {

  private static final ActionCodec CODEC = new ActionCodec();

  private static final Sketch RESULT =
      new Sketch(7, Hash.of(""), 0, WordBag.of(3, ByteBuffer.allocate(0)), false, false);

  private static final List<ToolAction> ACTIONS =
      List.of(
          action("run-😀-9", 1_000, 0, 0, RESULT),
          action("run-😀-10", 2_000, 0, 0.25, new Sketch(8, 11, 9, RESULT.words(), true, false)),
          action("other", 500, 12, 0, null));

  private static ToolAction action(String id, long at, long tokens, double usd, Sketch result) {
    return new ToolAction(
        -5, "tool", at > 1_500, result, null, "agent é", id, at, 3, at, tokens, usd);
  }

  @Test
  void writtenHistoryReadsBackUnchanged() {
    assertThat(storeAndRead(history())).isEqualTo(history());
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
            WordBag.of(9_000, ByteBuffer.wrap(far)),
            WordBag.of(Text.of("w ".repeat(300))));
    List<ToolAction> actions =
        IntStream.range(0, bags.size())
            .mapToObj(
                i -> tool("tool", i, new Sketch(i, 1, 0, bags.get(i), i % 2 == 0, i % 3 == 0)))
            .toList();

    // When
    ActionHistory read = storeAndRead(recent(actions));

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
              first.withoutResult(), 5, 6, 2, true, false, ACTIONS.get(1), arguments);
      ActionHistory history = recent(ACTIONS.subList(0, 2)).withSimilarResultRun(alike);

      // When
      ActionHistory read = storeAndRead(history);

      // Then
      assertThat(read).isEqualTo(history);
    }
  }

  @Test
  void eachNameIsStoredOnce() {
    // Given
    List<ToolAction> actions =
        IntStream.range(0, 20).mapToObj(i -> tool("tool-of-many", i, null)).toList();

    // When
    byte[] bytes = written(recent(actions));

    // Then
    assertThat(new String(bytes, StandardCharsets.UTF_8)).containsOnlyOnce("tool-of-many");
  }

  /** Another file needs another version of {@code TaskState}. */
  @Test
  void formIsThatOfTheGoldenFile() throws IOException {
    ActionHistory history =
        new ActionHistory(
            List.of(new PendingCall(1, 2, true, false, true, RESULT.words(), 3, "read a file")),
            ACTIONS.subList(0, 2),
            List.of(new Periodicity.Run<>(2, ACTIONS.get(2)), Periodicity.Run.none()),
            new SimilarResultRun(
                ACTIONS.get(0).withoutResult(),
                4,
                5,
                6,
                true,
                false,
                ACTIONS.get(1),
                WordBag.of(Text.of("path of a file"))),
            List.of(new UnmatchedResult("other", RESULT)),
            7L,
            NearCalls.NONE.withRun(
                List.of(NearCalls.toNearCall(ACTIONS.get(0), storedCall(), true))));

    assertThat(HexFormat.of().formatHex(written(history)) + "\n")
        .isEqualTo(Files.readString(Path.of("src/core/test/resources/state/actions-v1.hex")));
  }

  private static PendingCall storedCall() {
    return new PendingCall(8, 9, false, true, false, RESULT.words(), 0, "read b");
  }

  @Test
  void truncatedHistoryIsRefused() {
    byte[] bytes = written(history());
    for (int length = 0; length < bytes.length; length++) {
      ByteBuffer cut = ByteBuffer.wrap(bytes, 0, length).slice();

      assertThatThrownBy(() -> CODEC.read(cut)).isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  /** The history that is read from the written one. */
  static ActionHistory storeAndRead(ActionHistory history) {
    return read(written(history));
  }

  /** A history as it is stored. */
  static byte[] written(ActionHistory history) {
    ByteEncoder out = new ByteEncoder(1);
    try {
      CODEC.write(history, out);
    } catch (IOException impossible) {
      throw new AssertionError(impossible);
    }
    return out.toByteArray();
  }

  private static ActionHistory read(byte[] bytes) {
    try {
      return CODEC.read(ByteBuffer.wrap(bytes));
    } catch (IOException impossible) {
      throw new AssertionError(impossible);
    }
  }

  private static ToolAction tool(String name, int place, Sketch result) {
    return new ToolAction(
        place, name, false, result, null, "agent", "event-" + place, place, 0, place, 0, 0);
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
}
