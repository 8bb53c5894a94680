package dev.eddyline.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.TestTags;
import dev.eddyline.avro.ByteEncoder;
import java.nio.ByteBuffer;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** A history of outcomes reads back unchanged. */
@Tag(TestTags.TRIES)
class OutcomeCodecTest {

  private static final List<String> TOOLS =
      List.of("terminal", "shelf.search", "write_card", "scroll_page", "wait", "lend");

  private static final List<String> OUTPUTS =
      List.of(
          "",
          "ok",
          "No matches",
          "error: shelf %d is locked",
          "still running",
          "Warning: slow reader\nrow %d",
          "author %d\ntitle %d\nyear %d",
          "progress: %d %%, then the reader failed");

  private static final String LONG =
      "the card of book %d says who wrote it and when and where it is and who may lend it for how"
          + " long";

  private static OutcomeHistory storeAndRead(OutcomeHistory history) {
    ByteEncoder out = new ByteEncoder(64);
    new OutcomeCodec().write(history, out);
    return new OutcomeCodec().read(ByteBuffer.wrap(out.toByteArray()));
  }

  @Example
  void anEmptyHistoryReadsBackUnchanged() {
    assertThat(storeAndRead(OutcomeHistory.NONE)).isEqualTo(OutcomeHistory.NONE);
  }

  @Property
  void aHistoryReadsBackUnchangedAfterEachCall(
      @ForAll @Size(max = 60) List<@IntRange(min = 0, max = 1_000_000) Integer> moves) {
    OutcomeHistory history = OutcomeHistory.NONE;
    long now = 1_700_000_000_000L;
    for (int number = 0; number < moves.size(); number++) {
      int move = moves.get(number);
      now += move % 13 == 0 ? 700_000 : move % 40_000;
      history = after(history, move, "call-" + number, now);

      assertThat(storeAndRead(history)).isEqualTo(history);
    }
  }

  /** A call, a result of the oldest or the newest call, or a text of a person. */
  private static OutcomeHistory after(OutcomeHistory history, int move, String id, long at) {
    if (move % 17 == 0) {
      return history.withMentioned("Read each of shelf " + move % 5 + " and cellar");
    }
    List<OpenCall> open = history.open();
    if (move % 2 == 0 && !open.isEmpty()) {
      OpenCall call = open.get(move % 3 == 0 ? 0 : open.size() - 1);
      String output =
          move % 19 == 0
              ? null
              : OUTPUTS.get(move % OUTPUTS.size()).replace("%d", "" + (char) ('a' + move % 20));
      return history.finish(call, "tool", output, move % 7 == 0, at).history();
    }
    String tool = TOOLS.get(move % TOOLS.size());
    String text = move % 5 == 0 ? LONG.formatted(move % 4) : "shelf " + move % 11;
    String arguments =
        tool.equals("terminal") ? "read " + text : "{\"text\":\"%s\"}".formatted(text);
    return history.withOpenCall(
        OpenCall.of(
            id,
            "reader-" + move % 3,
            tool,
            move % 23 == 0 ? null : arguments,
            move % 29 == 0 ? "card" : null,
            move % 31 == 0),
        at);
  }
}
