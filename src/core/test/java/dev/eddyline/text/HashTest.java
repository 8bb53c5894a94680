package dev.eddyline.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.TestTags;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.apache.commons.codec.digest.MurmurHash3;
import org.junit.jupiter.api.Test;

@Tag(TestTags.TRIES)
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

  @Property
  void aTextOfAsciiIsHashedAsItsBytesAre(
      @ForAll @CharRange(from = '\u0000', to = '\u007f') @StringLength(max = 80) String text) {
    assertThat(Hash.of(text)).isEqualTo(ofBytes(text));
  }

  @Property
  void soIsAnyOther(@ForAll @StringLength(max = 80) String text) {
    assertThat(Hash.of(text)).isEqualTo(ofBytes(text));
  }

  @Property
  void soIsALongOne(
      @ForAll @StringLength(min = 60, max = 400) @CharRange(from = '\u0000', to = '\u007f')
          String text) {
    assertThat(Hash.of(text)).isEqualTo(ofBytes(text));
  }

  @Property
  void partsAreHashedAsOneTextWithSeparatorsBetween(
      @ForAll @Size(max = 4) List<@StringLength(max = 60) String> parts) {
    assertThat(Hash.of(parts.toArray(String[]::new)))
        .isEqualTo(ofBytes(String.join("\u0000", parts)));
  }

  @Test
  void aPartThatIsMissingIsHashedAsAWord() {
    String agent = "a".repeat(100);

    assertThat(Hash.of(agent, null)).isEqualTo(Hash.of(agent, "null"));
  }

  private static long ofBytes(String text) {
    long hash = MurmurHash3.hash128x64(text.getBytes(StandardCharsets.UTF_8))[0];
    return hash == 0 ? 1 : hash;
  }
}
