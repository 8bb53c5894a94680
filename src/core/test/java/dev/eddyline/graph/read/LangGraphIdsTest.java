package dev.eddyline.graph.read;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LangGraphIdsTest {

  @ParameterizedTest
  @CsvSource({
    "plain, plain",
    "agent\\3athink, agent:think",
    "node\\20plan\\200, node plan 0",
    "a\\2eb\\2fc, a.b/c",
    "\\691c\\8a3c, 検証",
    "tail\\, tail\\",
  })
  void codesAreReplacedByTheirSigns(String id, String name) {
    assertThat(LangGraphIds.unescape(id)).isEqualTo(name);
  }
}
