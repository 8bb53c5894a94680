package dev.eddyline.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.DecisionOutcome;
import dev.eddyline.schema.DecisionReceipt;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which receipts a filter selects. */
class ReceiptFilterTest {

  private static final DecisionReceipt RECEIPT =
      ReceiptTopic.receipt("sub", 1_000).setRootTaskId("root").setBy("Ada (by link of x)").build();

  private static Optional<Long> time(Long millis) {
    return Optional.ofNullable(millis);
  }

  /** The receipt is an accepted one of time 1,000. */
  @ParameterizedTest
  @CsvSource({
    "1000, , true",
    "1001, , false",
    ", 1000, false",
    ", 1001, true",
    "0, 2000, true",
  })
  void selectsByTime(Long from, Long to, boolean selected) {
    ReceiptFilter filter =
        new ReceiptFilter(
            time(from),
            time(to),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    assertThat(filter.selects(RECEIPT)).isEqualTo(selected);
  }

  @ParameterizedTest
  @CsvSource({
    "ada, , , , true",
    "LINK OF, , , , true",
    "grace, , , , false",
    ", ACCEPTED, , , true",
    ", REFUSED, , , false",
    ", , sub, , true",
    ", , root, , true",
    ", , other, , false",
    ", , , gate of sub, true",
    ", , , gate of other, false",
    "ada, ACCEPTED, root, gate of sub, true",
    "ada, REFUSED, root, gate of sub, false",
  })
  void selectsByAuthorOutcomeTaskAndGate(
      String by, DecisionOutcome outcome, String task, String gate, boolean selected) {
    ReceiptFilter filter =
        new ReceiptFilter(
            Optional.empty(),
            Optional.empty(),
            Optional.ofNullable(by),
            Optional.ofNullable(outcome),
            Optional.ofNullable(task),
            Optional.ofNullable(gate));

    assertThat(filter.selects(RECEIPT)).isEqualTo(selected);
  }

  @Test
  void receiptWithoutGateMatchesNoGate() {
    // Given
    DecisionReceipt receipt = ReceiptTopic.receipt("t", 1).setGateId(null).build();
    ReceiptFilter filter =
        new ReceiptFilter(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.of("null"));

    // Then
    assertThat(filter.selects(receipt)).isFalse();
  }
}
