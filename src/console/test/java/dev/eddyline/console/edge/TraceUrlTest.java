package dev.eddyline.console.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.config.Settings;
import dev.eddyline.console.Console;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The setting console.trace.url. */
class TraceUrlTest {

  private static Optional<TraceUrl> url(String text) {
    return TraceUrl.of(Settings.mergeLayers(null, Map.of(), Map.of("console.trace.url", text)));
  }

  @Test
  void isAbsentByDefault() {
    assertThat(TraceUrl.of(Settings.mergeLayers(null, Map.of(), Map.of()))).isEmpty();
    assertThat(url(" ")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://tracing.example/trace/{traceId}",
        "http://127.0.0.1:16686/trace/{traceId}?from={traceId}#top",
        "https://tracing.example/explore?id={traceId}"
      })
  void acceptsHttpAddresses(String template) {
    assertThat(url(template)).contains(new TraceUrl(template));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "javascript:alert('{traceId}')",
        "data:text/html,{traceId}",
        "ftp://tracing.example/{traceId}",
        "tracing.example/{traceId}",
        "https://tracing.example/trace",
        "https://tracing.example/{traceid}",
        "https://{traceId}.example/",
        "https://a:b@tracing.example/{traceId}",
        "https://tracing.example/{traceId}/{span}"
      })
  void rejectsOtherAddresses(String template) {
    assertThatThrownBy(() -> url(template))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("console.trace.url")
        .hasMessageContaining("{traceId}");
  }

  @Test
  void consoleChecksItBeforeTheStart() {
    assertThatThrownBy(
            () ->
                Console.check(
                    Settings.mergeLayers(
                        null, Map.of(), Map.of("console.trace.url", "javascript:{traceId}"))))
        .isInstanceOf(InvalidSettingException.class);
  }
}
