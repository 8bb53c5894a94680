package dev.eddyline.keys;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Objects;

/** A declared key of a section: description, allowed values, default and current value. */
public sealed interface DeclaredKey {

  /**
   * A key with a value.
   *
   * @param key name within its section
   * @param about description with unit, one sentence without a full stop; may be empty
   * @param type the allowed values
   * @param isRequired whether the key must have a value
   * @param preset default value; a null node for none
   * @param value current value; a null node for none
   * @param purpose what it is for, for documentation; may be empty
   */
  record ValueKey(
      String key,
      String about,
      KeyType<?> type,
      boolean isRequired,
      JsonNode preset,
      JsonNode value,
      String purpose)
      implements DeclaredKey {

    public ValueKey {
      Objects.requireNonNull(key, "key");
      Objects.requireNonNull(about, "about");
      Objects.requireNonNull(type, "type");
      Objects.requireNonNull(preset, "preset");
      Objects.requireNonNull(value, "value");
      Objects.requireNonNull(purpose, "purpose");
    }

    /** Allowed values, in words. */
    public String allowed() {
      return type.words();
    }

    @Override
    public ObjectNode schema() {
      ObjectNode schema = type.schema().get();
      return isRequired ? schema : SchemaNodes.withDefault(SchemaNodes.orNull(schema), preset);
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

    @Override
    public boolean isRequired() {
      return false;
    }

    @Override
    public ObjectNode schema() {
      return SchemaNodes.orNull(section.schema());
    }
  }

  /** Name within the section. */
  String key();

  /** Description with unit, one sentence without a full stop; may be empty. */
  String about();

  /** What it is for, for documentation; may be empty. */
  String purpose();

  /** Whether the key must have a value. */
  boolean isRequired();

  /** The JSON Schema (draft 2020-12) of its value, without the description. */
  ObjectNode schema();
}
