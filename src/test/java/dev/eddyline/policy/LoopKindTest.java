package dev.eddyline.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.LoopType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is known of each loop type. */
class LoopKindTest {

  @ParameterizedTest
  @EnumSource(value = LoopType.class, mode = EnumSource.Mode.EXCLUDE, names = "OK")
  void everyLoopTypeIsKnownByItsName(LoopType type) {
    assertThat(LoopKind.of(type).name()).isEqualTo(type.name());
  }

  @ParameterizedTest
  @EnumSource(LoopType.class)
  void hintStartsWithReason(LoopType type) {
    String hint = LoopKind.of(type).hint("100 % the same", 2, "newest");

    assertThat(hint).startsWith("100 % the same").doesNotContain("%s", "%d").endsWith(".");
  }
}
