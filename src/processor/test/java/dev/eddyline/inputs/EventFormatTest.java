package dev.eddyline.inputs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.config.Setting;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The setting of the formats, and what media types and first bytes say. */
class EventFormatTest {

  @Test
  void theDefaultIsAllFormats() {
    assertThat(EventFormat.parseSetting(Setting.EVENTS_FORMATS.defaultValue()))
        .isEqualTo(EventFormat.all());
    assertThat(EventFormat.parseSetting(" json , avro"))
        .containsExactly(EventFormat.AVRO, EventFormat.JSON);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "avro,", "protobuf", "JSON", "avro json"})
  void anotherValueIsRejectedWithTheAllowedOnes(String value) {
    assertThatThrownBy(() -> EventFormat.parseSetting(value))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage(
            "events.formats: must be some of avro, json, cloudevents, separated by commas, was"
                + " '%s'",
            value);
  }

  @ParameterizedTest
  @CsvSource({
    "application/json, JSON",
    "Application/JSON; charset=utf-8, JSON",
    "text/json, JSON",
    "application/vnd.acme.event+json, JSON",
    "application/avro, AVRO",
    "application/vnd.apache.avro;x=y, AVRO",
    "application/cloudevents+json; charset=UTF-8, STRUCTURED_CLOUD_EVENT",
    "application/cloudevents, OTHER_CLOUD_EVENT",
    "application/cloudevents-batch+json, OTHER_CLOUD_EVENT",
    "application/octet-stream, UNKNOWN",
    "'', UNKNOWN",
  })
  void aMediaTypeSelectsTheFormat(String mediaType, ContentType expected) {
    byte[] value = mediaType.getBytes(StandardCharsets.UTF_8);
    assertThat(ContentType.of(new RecordHeader("content-type", value))).isEqualTo(expected);
  }

  @Test
  void aHeaderWithoutValueSaysNothing() {
    assertThat(ContentType.of(new RecordHeader("content-type", (byte[]) null)))
        .isEqualTo(ContentType.UNKNOWN);
  }

  @ParameterizedTest
  @CsvSource(
      value = {"{|true", "' \t\r\n{'|true", "\uFEFF {}|true", "[{|false", "x{|false", "''|false"},
      delimiter = '|')
  void aBraceAfterWhiteSpaceIsJson(String value, boolean isJson) {
    assertThat(FirstByte.isJson(value.getBytes(StandardCharsets.UTF_8))).isEqualTo(isJson);
  }
}
