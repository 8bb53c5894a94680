package dev.eddyline.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.TestTags;
import dev.eddyline.yaml.Expression;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import org.junit.jupiter.api.Test;

/** Masking classes that a policy adds to the shipped ones. */
@Tag(TestTags.TRIES)
class PolicyMaskingClassesTest {

  private static final String UUID = "123e4567-e89b-12d3-a456-426614174000";

  /** What has led others to mask a mask: whole words, edges, neighbours, names of classes. */
  private static final List<String> EXPRESSIONS =
      List.of(
          "ORD-\\d+",
          "\\b\\d+\\b",
          "[a-z]+",
          "a\\b",
          "^b",
          "b $",
          "o\\s$",
          "x",
          "uuid|name",
          "<[a-z ]+",
          ".",
          " code",
          "(?i)d 5",
          "\\B1",
          "(?m)^/f",
          "b[^1]*5 $");

  private static Masking with(String... namesAndExpressions) {
    Map<String, Expression> own = new LinkedHashMap<>();
    for (int i = 0; i < namesAndExpressions.length; i += 2) {
      own.put(namesAndExpressions[i], Expression.of(namesAndExpressions[i + 1]));
    }
    return Masking.shipped().withPolicyClasses(own);
  }

  @Test
  void policyAndShippedClassesAreBothMasked() {
    Masking masking = with("order id", "\\bORD-\\d+\\b", "tenant", "(?i)tenant (\\w+)");

    String masked = masking.mask("ORD-17 of Tenant acme at 10:00:01, XORD-17");

    assertThat(masked).isEqualTo("<order id> of <tenant> at <time>, XORD-17");
  }

  @Test
  void policyClassTakesPrecedenceOverShippedClass() {
    assertThat(with("span", "span-[0-9a-f-]{36}").mask("span-" + UUID)).isEqualTo("<span>");
    assertThat(Masking.shipped().mask("span-" + UUID)).isEqualTo("span-<uuid>");
  }

  @Test
  void protectedPartsAreNotMaskedByPolicyClasses() {
    Masking masking = with("number", "\\d+");

    assertThat(masking.mask("row 7: expected 3 but was 4, exit code 2"))
        .isEqualTo("row <number>: expected 3 but was 4, exit code 2");
  }

  @Test
  void ofSeveralThatMatchTheFirstInTheTextAndThenInThePolicyWins() {
    assertThat(with("one", "ab", "two", "abc").mask("abc")).isEqualTo("<one>c");
    assertThat(with("one", "bc", "two", "ab").mask("abc")).isEqualTo("<two>c");
  }

  @Test
  void lineNumbersAndNamesAreMaskedAfterPolicyClasses() {
    Masking masking = with("order id", "ORD-\\d+");

    assertThat(masking.maskWithLines("ORD-1 in a.ts:12")).isEqualTo("<order id> in a.ts<line>");
    assertThat(masking.template("ORD-1: no \"x\"")).isEqualTo("<order id>: no <name>");
  }

  @Test
  void policyWithoutClassesKeepsShippedMasking() {
    Masking shipped = Masking.shipped();

    assertThat(shipped.withPolicyClasses(Map.of())).isSameAs(shipped);
  }

  @Test
  void textConsistingOnlyOfMatchesIsMaskedCompletely() {
    String masked = with("letter", "[a-z]").mask("a".repeat(100));

    assertThat(masked).isEqualTo("<letter>".repeat(100));
  }

  @Property
  void maskingWithPolicyClassesIsIdempotent(
      @ForAll("texts") String text, @ForAll("expressions") List<String> expressions) {
    Map<String, Expression> own = new LinkedHashMap<>();
    String name = "k";
    for (String expression : expressions) {
      own.put(name, Expression.of(expression));
      name += "k";
    }
    Masking masking = Masking.shipped().withPolicyClasses(own);

    String once = masking.mask(text);

    assertThat(masking.mask(once)).isEqualTo(once);
  }

  @Provide
  Arbitrary<List<String>> expressions() {
    return Arbitraries.of(EXPRESSIONS).list().ofMinSize(1).ofMaxSize(4);
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.of(
            "a",
            "b",
            " ",
            "x",
            "1",
            "5",
            "@",
            "/f",
            "code ",
            "expected ",
            "exit 5",
            "ORD-12",
            UUID,
            "<uuid>",
            "<k>",
            "<kk>",
            "<",
            ">",
            "-",
            "10:00:01",
            "0xdeadbeef",
            "o ",
            "\n")
        .list()
        .ofMaxSize(14)
        .map(pieces -> String.join("", pieces));
  }
}
