package dev.eddyline.detect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.Tries;
import dev.eddyline.yaml.Expression;
import java.util.Map;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.Tuple;

/** The scanner masks what the expressions mean, neither more nor less. */
@Tag(Tries.TAG)
class MaskingScannerPropertiesTest {

  private static final Map<String, Expression> OWN =
      Map.of(
          "order", Expression.of("order-?[0-9]+"),
          "first", Expression.of("^[a-f]+"),
          "signs", Expression.of("[=:]+[0-9]\\b"));

  private final Masking masking = Masking.shipped();
  private final RegexMasking meant = new RegexMasking();

  @Property
  void theShippedClassesAreFoundAsTheirExpressionsFindThem(@ForAll("texts") String text) {
    assertThat(masking.mask(text)).isEqualTo(meant.mask(text));
    assertThat(masking.maskWithLines(text)).isEqualTo(meant.maskWithLines(text));
    assertThat(masking.template(text)).isEqualTo(meant.template(text));
  }

  @Property
  void shippedClassesAreFoundTogetherWithPolicyClasses(@ForAll("texts") String text) {
    Masking own = masking.withPolicyClasses(OWN);
    RegexMasking ownMeant = new RegexMasking(OWN);

    assertThat(own.mask(text)).isEqualTo(ownMeant.mask(text));
    assertThat(own.maskWithLines(text)).isEqualTo(ownMeant.maskWithLines(text));
  }

  @Property(tries = 20)
  void onlyNamesAreMaskedBeyondMaxChars(@ForAll("texts") String text) {
    String whole = "took 5ms ".repeat(Masking.MAX_CHARS / 9) + text + "\n: x\n";

    assertThat(masking.template(whole)).isEqualTo(meant.template(whole));
  }

  /** Pieces of what the classes look for, whole and cut, run together in any order. */
  @Provide
  Arbitrary<String> texts() {
    Arbitrary<String> words =
        pieces(
            "expected Actual actually received got WANT wanted but was|to be|to equal|exit exited"
                + " returned status Code http errno hresult with value is was to be assert assertEquals("
                + " assert( line lines Ln col column char character position pid TID process|id thread|id"
                + " process Thread events class errors pass");
    Arbitrary<String> times =
        pieces(
            "2026-03-01T10:00:00Z 2026-03-01 2026/03-01 2026-03-01T10:00 T10:00:00.5 10:00 10:00:00"
                + " 9:05:00,1234567890 +02:00 -0230 Z 3/1/2026 13/12/20261 Mon Sunday, Wednes Thursdays"
                + " 1|March|2026 Mar Jan December Septembers 2026 1 12 5 1h 2m 30.5s ms us µs s sec secs"
                + " seconds minutes hours ns min");
    Arbitrary<String> ids =
        pieces(
            "0x1234 0x 0xZ 3f2a9bc deadbeef 12345678 a1 123e4567-e89b-12d3-a456-426614174000 123e4567-e89b-"
                + " sha256:ab1 sha1: sha ==12== == === != !== = ! == /tmp/a /private /var/tmp/ /var/folders/x"
                + " C:\\ \\Temp\\ \\Temp\\y D:\\x\\Temp\\y /tmp/ order-12 order");
    Arbitrary<String> signs =
        pieces(
            "| || : = < > [ ] ( ) ' \" ` - . , + # / _ ; % \n \t \r\n \u00a0 \u2003 \u0085 \u2028 \u001b[0m"
                + " \u001b é \u0301 😀 \ud83d \uffff \u001c a.ts:1:2 .py:12 .java(1,2) .x( .abcde:1 : x");
    Arbitrary<String> letters =
        Arbitraries.strings().withChars("09afgsxZ_:=!.'\" -(,)/\\").ofMaxLength(6);
    Arbitrary<String> longs =
        Arbitraries.of(
            "a".repeat(79), "a1".repeat(31), "7".repeat(70), "(".repeat(201), "😀".repeat(199));
    Arbitrary<String> piece =
        Arbitraries.frequencyOf(
            Tuple.of(6, words),
            Tuple.of(6, times),
            Tuple.of(6, ids),
            Tuple.of(8, signs),
            Tuple.of(3, letters),
            Tuple.of(1, longs));
    Arbitrary<String> built = piece.list().ofMaxSize(16).map(list -> String.join("", list));
    Arbitrary<String> spaced = piece.list().ofMaxSize(12).map(list -> String.join(" ", list));
    return Arbitraries.oneOf(built, spaced, Arbitraries.strings().ofMaxLength(80));
  }

  /** The pieces between spaces; a bar represents a space within one. */
  private static Arbitrary<String> pieces(String all) {
    return Arbitraries.of(Stream.of(all.split(" ")).map(piece -> piece.replace('|', ' ')).toList());
  }
}
