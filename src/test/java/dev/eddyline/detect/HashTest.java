package dev.eddyline.detect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HashTest {

  @Test
  void hashesStayTheSameOverReleasesBecauseStoresHoldThem() {
    assertThat(Hash.of("failure", "é")).isEqualTo(6883540872722605517L);
    assertThat(Hash.id("failure", "é")).isEqualTo("5f873ff4038365cd57c74d88b61747e3");
  }

  @Test
  void partsDoNotRunIntoOneAnother() {
    assertThat(Hash.of("ab", "c")).isNotEqualTo(Hash.of("a", "bc"));
    assertThat(Hash.of("", "a")).isNotEqualTo(Hash.of("a", ""));
  }

  @Test
  void anEmptyTextHasAHashToo() {
    assertThat(Hash.of("")).isNotZero();
    assertThat(Hash.id("")).matches("[0-9a-f]{32}");
  }
}
