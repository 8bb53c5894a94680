package dev.eddyline.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The next call behind a result is not a part of it. */
class NextCallTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "; Next action: {'arguments': '{\"command\": \"ls\"}', 'name': 'bash'}\n---",
        "\nAction 7: {'name': 'search', 'args': {'query': 'x'}}",
        "\nNext: {\"name\": \"search\", \"arguments\": {\"query\": \"x\"}}\n",
      })
  void quotedNextCallAtEndIsRemovedFromResult(String nextCall) {
    assertThat(NextCall.removeFrom("No such file" + nextCall)).isEqualTo("No such file");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "user: {\"name\": \"Ann\", \"age\": 7}",
        "log\nnext: {\"name\": \"search\", \"arguments\": {}}\nand more follows in the next line",
        "config: {\"tool\": \"gcc\", \"flags\": []}",
        "",
      })
  void whatOnlyLooksLikeOneStays(String text) {
    assertThat(NextCall.removeFrom(text)).isEqualTo(text);
  }
}
