package dev.eddyline.detect.actions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.eddyline.TestTags;
import dev.eddyline.schema.ToolCalled;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What makes two tool calls the same. */
@Tag(TestTags.TRIES)
class ToolCallKeyTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "{\"b\":1,\"a\":2}                     | {\"a\":2,\"b\":1}",
        "{ \"b\" : 1 , \"a\" : 2 }             | {\"a\":2,\"b\":1}",
        "{\"x\":{\"d\":1,\"c\":[{\"f\":1,\"e\":2}]}} | {\"x\":{\"c\":[{\"e\":2,\"f\":1}],\"d\":1}}",
        "[3, 1, 2]                             | [3,1,2]",
        "{\"a\":\"\\u0041\"}                   | {\"a\":\"A\"}",
        "{\"a\":12345678901234567890123}       | {\"a\":12345678901234567890123}",
        "{\"a\":0.1000000000000000000001}      | {\"a\":0.1000000000000000000001}",
      })
  void jsonIsComparedWithItsKeysSortedAndItsSpacesGone(String arguments, String canonical) {
    assertThat(ToolCallKey.canonical(arguments)).isEqualTo(canonical);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ls -la",
        "",
        "{broken",
        "{\"a\":1} trailing",
        "{\"a\":1}{\"a\":2}",
        "[1,]",
        "42",
        "\"text\"",
      })
  void invalidJsonAndScalarsStayUnchanged(String arguments) {
    assertThat(ToolCallKey.canonical(arguments)).isEqualTo(arguments);
  }

  @Test
  void theOrderOfAListAndTheKindOfAValueMatter() {
    assertThat(ToolCallKey.canonical("[1,2]")).isNotEqualTo(ToolCallKey.canonical("[2,1]"));
    assertThat(ToolCallKey.canonical("{\"a\":1}"))
        .isNotEqualTo(ToolCallKey.canonical("{\"a\":\"1\"}"));
  }

  @Test
  void bombsAreComparedAsText() {
    String deep = "[".repeat(100_000) + "]".repeat(100_000);
    String digits = "[" + "9".repeat(100_000) + "]";
    String exponent = "[1e999999999]";

    assertThat(ToolCallKey.canonical(deep)).isEqualTo(deep);
    assertThat(ToolCallKey.canonical(digits)).isEqualTo(digits);
    assertThatCode(() -> ToolCallKey.canonical(exponent)).doesNotThrowAnyException();
  }

  @Test
  void loopKeyReplacesTheArguments() {
    assertThat(key("read", "{\"page\":1}", "doc")).isEqualTo(key("read", "{\"page\":2}", "doc"));
    assertThat(key("read", "{}", "doc")).isNotEqualTo(key("write", "{}", "doc"));
    assertThat(key("read", "doc", null)).isNotEqualTo(key("read", "", "doc"));
  }

  @Test
  void unknownArgumentsAreEqualToNoOthers() {
    assertThat(key("read", null, null)).isNotEqualTo(key("read", "", null));
    assertThat(ToolCallKey.of(new ToolCalled("c-1", "read", null, null, null)))
        .isNotEqualTo(ToolCallKey.of(new ToolCalled("c-2", "read", null, null, null)));
    assertThat(key("read", null, "doc")).isEqualTo(key("read", "{}", "doc"));
  }

  @Test
  void theToolIsPartOfTheCall() {
    assertThat(key("read", "{\"a\":1}", null)).isNotEqualTo(key("write", "{\"a\":1}", null));
    assertThat(key("read", "{\"a\":1,\"b\":2}", null))
        .isEqualTo(key("read", "{\"b\":2, \"a\":1}", null));
  }

  @Property
  void canonicalArgumentsStayAsTheyAre(@ForAll String arguments) {
    String canonical = ToolCallKey.canonical(arguments);

    assertThat(ToolCallKey.canonical(canonical)).isEqualTo(canonical);
  }

  private static long key(String tool, String arguments, String loopKey) {
    return ToolCallKey.of(new ToolCalled("c", tool, arguments, loopKey, null));
  }
}
