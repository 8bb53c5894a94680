package dev.eddyline.outputs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The trace id of a record. */
class TraceIdTest {

  private static final String ID = "0af7651916cd43dd8448eb211c80319c";

  private static String traceId(String traceparent) {
    return TraceId.of(
        new RecordHeaders().add("traceparent", traceparent.getBytes(StandardCharsets.UTF_8)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "00-" + ID + "-b7ad6b7169203331-01",
        "00-" + ID + "-b7ad6b7169203331-00",
        "cc-" + ID + "-b7ad6b7169203331-01-more"
      })
  void readsTraceparent(String traceparent) {
    assertThat(traceId(traceparent)).isEqualTo(ID);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ID,
        "ff-" + ID + "-b7ad6b7169203331-01",
        "00-00000000000000000000000000000000-b7ad6b7169203331-01",
        "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
        "00-javascript:alert(1)//////////////-b7ad6b7169203331-01"
      })
  void ignoresOtherText(String traceparent) {
    assertThat(traceId(traceparent)).isNull();
  }

  @Test
  void isAbsentWithoutHeader() {
    assertThat(TraceId.of(new RecordHeaders())).isNull();
    assertThat(TraceId.of(new RecordHeaders().add("traceparent", null))).isNull();
  }
}
