package dev.eddyline.console.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;

/** Limits of requests that take long. */
class CallerSlotsTest {

  private final CallerSlots slots = new CallerSlots(2, "an export");

  private ApiException refusal(String caller) {
    return catchThrowableOfType(ApiException.class, () -> slots.open(caller));
  }

  @Test
  void refusesSecondSlotOfCallerAndSlotsOverTheLimit() {
    // Given
    CallerSlots.Slot first = slots.open("a");
    slots.open("b");

    // When
    ApiException ofTheSame = refusal("a");
    ApiException ofAnother = refusal("c");
    first.close();
    first.close();

    // Then
    assertThat(ofTheSame.status()).isEqualTo(429);
    assertThat(ofAnother.status()).isEqualTo(503);
    assertThat(ofTheSame.retryAfter()).isPresent();
    assertThat(ofAnother.retryAfter()).isPresent();
    assertThat(refusal("c")).isNull();
    assertThat(refusal("a").status()).isEqualTo(503);
  }
}
