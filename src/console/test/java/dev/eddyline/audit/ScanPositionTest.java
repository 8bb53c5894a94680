package dev.eddyline.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cursors of the audit. */
class ScanPositionTest {

  @Test
  void parsesWhatItEncodes() {
    // Given
    ScanPosition position = new ScanPosition(List.of(0L, 17L, Long.MAX_VALUE));

    // When
    String text = position.encode();

    // Then
    assertThat(ScanPosition.parse(text)).isEqualTo(position);
    assertThat(text).matches("[A-Za-z0-9_-]+");
  }

  /** Bytes that are not Base64, no number, a negative offset, one that is too large. */
  @ParameterizedTest
  @ValueSource(strings = {"", "%", "YQ", "LTE", "OTk5OTk5OTk5OTk5OTk5OTk5OTk5OQ", "MS4u"})
  void rejectsOtherTexts(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> ScanPosition.parse(text));
  }
}
