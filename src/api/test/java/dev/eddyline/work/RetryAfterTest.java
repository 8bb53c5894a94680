package dev.eddyline.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The header Retry-After. */
class RetryAfterTest {

  @Test
  void isSecondsOrADate() {
    assertThat(RetryAfter.parse(" 7 ")).contains(Duration.ofSeconds(7));
    assertThat(RetryAfter.parse("Wed, 21 Oct 2015 07:28:00 GMT")).contains(Duration.ZERO);
    assertThat(RetryAfter.parse("Sun, 21 Oct 2435 07:28:00 GMT")).contains(Duration.ofDays(1));
    assertThat(RetryAfter.parse("999999999")).contains(Duration.ofDays(1));
  }

  @Test
  void invalidValueIsEmpty() {
    assertThat(RetryAfter.parse("soon")).isEmpty();
    assertThat(RetryAfter.parse("-1")).isEmpty();
    assertThat(RetryAfter.parse("99999999999")).isEmpty();
  }
}
