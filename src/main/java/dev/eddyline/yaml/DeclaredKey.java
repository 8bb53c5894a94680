package dev.eddyline.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Objects;

/** A declared key of a section: description, allowed values, default and current value. */
public sealed interface DeclaredKey {

  /**
   * A key with a value.
   *
   * @param key name within its section
   * @param about description with unit, one sentence without a full stop; may be empty
   * @param allowed allowed values, in words
   * @param preset default value; a null node for none
   * @param value current value; a null node for none
   * @param purpose what it is for, for documentation; may be empty
   */
  record ValueKey(
      String key, String about, String allowed, JsonNode preset, JsonNode value, String purpose)
      implements DeclaredKey {

    public ValueKey {
      Objects.requireNonNull(key, "key");
      Objects.requireNonNull(about, "about");
      Objects.requireNonNull(allowed, "allowed");
      Objects.requireNonNull(preset, "preset");
      Objects.requireNonNull(value, "value");
      Objects.requireNonNull(purpose, "purpose");
    }
  }

  /**
   * A key with a section of its own.
   *
   * @param key name within the section around it
   * @param about description, one sentence without a full stop; may be empty
   * @param section the nested section
   * @param purpose what it is for, for documentation; may be empty
   */
  record SectionKey(String key, String about, Section section, String purpose)
      implements DeclaredKey {

    public SectionKey {
      Objects.requireNonNull(key, "key");
      Objects.requireNonNull(about, "about");
      Objects.requireNonNull(section, "section");
      Objects.requireNonNull(purpose, "purpose");
    }
  }

  /** Name within the section. */
  String key();

  /** Description with unit, one sentence without a full stop; may be empty. */
  String about();

  /** What it is for, for documentation; may be empty. */
  String purpose();
}
