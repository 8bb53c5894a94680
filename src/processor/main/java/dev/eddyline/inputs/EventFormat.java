package dev.eddyline.inputs;

import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.config.Setting;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.errors.SerializationException;

/** A format of the records of agent-events and gate-decisions. */
public enum EventFormat {
  /** Confluent's wire format with Avro. */
  AVRO("Confluent Avro"),
  /** An event in JSON form. */
  JSON("JSON"),
  /** CloudEvents 1.0 in structured or binary mode, with an event in JSON form or Avro as data. */
  CLOUDEVENTS("a CloudEvent");

  private final String description;

  EventFormat(String description) {
    this.description = description;
  }

  /** All formats. */
  public static Set<EventFormat> all() {
    return EnumSet.allOf(EventFormat.class);
  }

  /**
   * The formats in the value of {@link Setting#EVENTS_FORMATS}.
   *
   * @throws InvalidSettingException for an unknown format, or none
   */
  public static Set<EventFormat> parseSetting(String value) {
    Set<EventFormat> formats = EnumSet.noneOf(EventFormat.class);
    for (String name : value.split(",", -1)) {
      formats.add(
          Arrays.stream(values())
              .filter(format -> format.key().equals(name.strip()))
              .findFirst()
              .orElseThrow(
                  () ->
                      new InvalidSettingException(
                          "%s: must be some of %s, separated by commas, was '%s'"
                              .formatted(Setting.EVENTS_FORMATS.key(), keys(all()), value))));
    }
    return formats;
  }

  /** Throws if a record in this format is not read. */
  void requireReadable(String topic, Set<EventFormat> readable) {
    if (!readable.contains(this)) {
      throw new SerializationException(
          "%s: value is %s, which %s does not contain; allowed: %s"
              .formatted(topic, description, Setting.EVENTS_FORMATS.key(), keys(readable)));
    }
  }

  private static String keys(Set<EventFormat> formats) {
    return formats.stream().map(EventFormat::key).collect(Collectors.joining(", "));
  }

  private String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
