package dev.eddyline.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.TestTags;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** What holds of every masked text. */
@Tag(TestTags.TRIES)
class MaskingPropertiesTest {

  private final Masking masking = Masking.shipped();

  @Property
  void countsAndCodesAreNeverMasked(
      @ForAll @IntRange(min = 0) int number, @ForAll("counted") String around) {
    String text = around.formatted(number);

    assertThat(masking.mask(text)).isEqualTo(text);
    assertThat(masking.maskWithLines(text)).isEqualTo(text);
  }

  @Provide
  Arbitrary<String> counted() {
    return Arbitraries.of(
        "%d tests failed",
        "%d errors",
        "Failures: %d",
        "exit code %d",
        "exited with %d",
        "status %d",
        "HTTP %d",
        "expected %d",
        "but got %d",
        "received: %d",
        "actual: <%d>");
  }

  @Test
  void hostileTextsCostNoMoreThanLongOnes() {
    for (String piece :
        new String[] {
          "1",
          "a1",
          "0x",
          "2026-",
          "exit ",
          "line ",
          "\"",
          "Mon ",
          "==",
          "a-",
          "1.",
          "1 h, ",
          "invalid date ",
          "进程",
          "took: ",
          "5ms ",
          "'2026-03-01'",
          "1.1.1.1:"
        }) {
      String text = piece.repeat(Text.MAX_CHARS / piece.length());

      assertThat(masking.template(text)).isNotNull();
    }
  }

  @Property
  void maskingIsIdempotent(@ForAll("messages") String text) {
    String once = masking.mask(text);
    String unlined = masking.maskWithLines(text);

    assertThat(masking.mask(once)).isEqualTo(once);
    assertThat(masking.maskWithLines(unlined)).isEqualTo(unlined);
  }

  /** Pieces that the classes look for, run together in any order, and whatever else. */
  @Provide
  Arbitrary<String> messages() {
    Arbitrary<String> pieces =
        Arbitraries.of(
            "2026-03-01T10:00:00Z",
            "2026-03-01",
            "10:00",
            "10:00:00",
            "3/1/2026",
            "Sun, 1 Mar",
            "5",
            "12",
            "ms",
            "s",
            "seconds",
            "0x1234",
            "3f2a9bc",
            "sha256:ab1",
            "pid",
            "thread-5",
            "==12==",
            "/tmp/a",
            "C:\\x\\Temp\\y",
            "123e4567-e89b-12d3-a456-426614174000",
            "expected",
            "actual",
            "got",
            "exit",
            "code",
            "status",
            "http",
            "was",
            "line",
            "a.ts:1:2",
            "(1,2)",
            " ",
            "  ",
            "\n",
            "\t",
            ":",
            "=",
            "<",
            ">",
            "'",
            "\"",
            "(",
            "-",
            ".",
            ",",
            "14.03.2026",
            "14. März 2026",
            "2026年3月14日",
            "上午9:12",
            "9時12分",
            "1分",
            "12秒",
            "12,4",
            "Sekunden",
            "Min.",
            "сек",
            "ч",
            "процесс",
            "期望",
            "无效日期",
            "invalid",
            "date",
            "is",
            "10.0.3.7:41822",
            "port 50000",
            "req_8f3a91c2",
            "req-",
            "took",
            "max_",
            "_ms",
            "==",
            "“",
            "进程",
            "\u001b[0m",
            "\u001b",
            "[0m",
            "x",
            "ab",
            "é");
    Arbitrary<String> built = pieces.list().ofMaxSize(12).map(list -> String.join("", list));
    return Arbitraries.oneOf(built, Arbitraries.strings().ofMaxLength(80));
  }
}
