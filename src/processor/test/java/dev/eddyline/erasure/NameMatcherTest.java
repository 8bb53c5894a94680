package dev.eddyline.erasure;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.StringLength;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A name is found where it is a word, and not where it is part of another. */
class NameMatcherTest {

  private final NameMatcher ann = new NameMatcher("ann");

  @ParameterizedTest
  @ValueSource(
      strings = {"ann", "by ann.", "{\"by\":\"ann\"}", "ann@corp", "<ann>", "«ann»", "a ann, b"})
  void nameIsFoundAsAWord(String text) {
    assertThat(ann.isIn(text)).isTrue();
    assertThat(ann.isIn(text.getBytes(UTF_8))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "an", "joann", "annex", "ann-marie", "x_ann", "Ann", "ann2"})
  void nameIsNotFoundWithinAWord(String text) {
    assertThat(ann.isIn(text)).isFalse();
    assertThat(ann.isIn(text.getBytes(UTF_8))).isFalse();
  }

  @Property
  void nameIsFoundAsAnAvroString(
      @ForAll String before, @ForAll @AlphaChars @StringLength(max = 80) String after)
      throws IOException {
    // Given
    String id = "5f1c0a6e-7a44-4b0e-9d5b-000000000001";
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
    for (String text : new String[] {before.replaceAll("\\p{Cs}", ""), id, after}) {
      encoder.writeString(text);
    }
    encoder.flush();

    // When
    boolean found = new NameMatcher(id).isIn(bytes.toByteArray());

    // Then
    assertThat(found).isTrue();
    assertThat(new NameMatcher(id.substring(0, 35)).isIn(bytes.toByteArray())).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "ann, erased",
    "'ann said: ask joann, not ann.', 'erased said: ask joann, not erased.'",
    "nobody, nobody",
  })
  void nameIsReplaced(String text, String erased) {
    assertThat(ann.replaceNameIn(text)).isEqualTo(erased);
  }

  @ParameterizedTest
  @ValueSource(strings = {"$1 (x) [a-z] \\Q", "Ann Lee", "Zoë", "安"})
  void nameIsNotARegularExpression(String name) {
    assertThat(new NameMatcher(name).replaceNameIn("by " + name + "!")).isEqualTo("by erased!");
    assertThat(new NameMatcher(name).isIn(("by " + name + "!").getBytes(UTF_8))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 63, 64, 127, 128, 8_191, 8_192})
  void nameIsFoundAfterItsAvroLengthPrefix(int length) throws IOException {
    // Given
    String name = "n".repeat(length);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
    encoder.writeString(name);
    encoder.flush();
    bytes.write('x');

    // When
    boolean found = new NameMatcher(name).isIn(bytes.toByteArray());

    // Then
    assertThat(found).isTrue();
  }

  @Test
  void nullBytesDoNotContainTheName() {
    assertThat(ann.isIn((byte[]) null)).isFalse();
  }
}
