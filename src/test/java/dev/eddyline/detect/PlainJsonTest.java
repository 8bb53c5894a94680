package dev.eddyline.detect;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.eddyline.Tries;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written without a reader of JSON is what a reader and a writer would make of it. */
@Tag(Tries.TAG)
class PlainJsonTest {

  private static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

  @Property
  void whatItWritesAReaderAndAWriterWriteToo(@ForAll("texts") String text) {
    Optional<String> plain = PlainJson.canonical(text);

    assertThat(plain.isEmpty() || plain.equals(readAndWritten(text)))
        .as("%s became %s", text, plain)
        .isTrue();
  }

  private static Optional<String> readAndWritten(String text) {
    try {
      return Optional.of(JSON.writeValueAsString(JSON.readValue(text, Object.class)));
    } catch (JsonProcessingException notJson) {
      return Optional.empty();
    }
  }

  @Test
  void callsAsAgentsMakeThemArePlain() {
    String call =
        " {\"path\": \"a.py\",\n\t\"lines\": [ 1, -20 ], \"all\": {\"z\": null, \"b\": true}} ";

    assertThat(PlainJson.canonical(call))
        .contains("{\"all\":{\"b\":true,\"z\":null},\"lines\":[1,-20],\"path\":\"a.py\"}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\":1.50}",
        "{\"a\":-0}",
        "{\"a\":01}",
        "{\"a\":\"\\u0041\"}",
        "{\"a\":\"\\/\"}",
        "{\"a\":1,\"a\":2}",
        "{\"b\":1,\"a\":2,\"b\":3}",
        "{\"a\":1} {}",
        "{\"a\":1,}",
        "{\"a\" 1}",
        "{\"a\":\"\t\"}",
        "{\"a\":\"b",
        "{\"a\":tru}",
        "{a:1}",
        "",
      })
  void uncoveredOrInvalidJsonIsNotCanonicalized(String text) {
    assertThat(PlainJson.canonical(text)).isEmpty();
  }

  /** Values within values; some are broken, cut or have something added. */
  @Provide
  Arbitrary<String> texts() {
    Arbitrary<String> whole = values(3);
    Arbitrary<String> broken =
        whole.flatMap(
            text -> Arbitraries.integers().between(0, text.length()).map(text::substring));
    return Arbitraries.frequencyOf(Tuple.of(6, whole), Tuple.of(1, broken));
  }

  private static Arbitrary<String> values(int depth) {
    Arbitrary<String> plain =
        Arbitraries.of(
            "0",
            "-0",
            "7",
            "-12",
            "123456789012345678",
            "1234567890123456789",
            "1.5",
            "1e3",
            "01",
            "true",
            "false",
            "null",
            "nul",
            "truer");
    Arbitrary<String> value =
        depth == 0
            ? Arbitraries.oneOf(plain, strings())
            : Arbitraries.oneOf(plain, strings(), arrays(depth), objects(depth));
    return Arbitraries.of("", "", " ", "\n\t", "\r").flatMap(space -> value.map(v -> space + v));
  }

  private static Arbitrary<String> arrays(int depth) {
    return values(depth - 1).list().ofMaxSize(3).map(all -> "[" + String.join(",", all) + " ]");
  }

  private static Arbitrary<String> objects(int depth) {
    Arbitrary<String> member =
        strings().flatMap(key -> values(depth - 1).map(value -> key + " :" + value));
    return member.list().ofMaxSize(4).map(all -> "{ " + String.join(" , ", all) + "}");
  }

  private static Arbitrary<String> strings() {
    List<String> pieces =
        List.of(
            "a",
            "b",
            "C",
            "é",
            "日",
            "😀",
            "\ud83d",
            "\u007f",
            " ",
            "/",
            "\\n",
            "\\\"",
            "\\\\",
            "\\/",
            "\\u0041",
            "\\t",
            "\\b\\f\\r",
            "\u0001",
            "'");
    return Arbitraries.frequencyOf(
            Tuple.of(3, Arbitraries.of("a", "b", "Z")), Tuple.of(1, Arbitraries.of(pieces)))
        .list()
        .ofMaxSize(3)
        .map(all -> "\"" + String.join("", all) + "\"");
  }
}
