package dev.eddyline.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Objects;

/** A key that was asked of a section: what it may be, what it is unless somebody says, and is. */
public sealed interface Asked {

  /**
   * A key with a value.
   *
   * @param key name within its section
   * @param allowed what the value may be, in words
   * @param preset value when nobody says otherwise; null, as a node, for none
   * @param value the value that was taken; null, as a node, for none
   * @param origin who wants it, for people; may be empty
   */
  record Value(String key, String allowed, JsonNode preset, JsonNode value, String origin)
      implements Asked {

    public Value {
      Objects.requireNonNull(key, "key");
      Objects.requireNonNull(allowed, "allowed");
      Objects.requireNonNull(preset, "preset");
      Objects.requireNonNull(value, "value");
      Objects.requireNonNull(origin, "origin");
    }
  }

  /**
   * A key with a section of its own.
   *
   * @param key name within the section around it
   * @param section what stands there
   * @param origin who wants it, for people; may be empty
   */
  record Inner(String key, Section section, String origin) implements Asked {

    public Inner {
      Objects.requireNonNull(key, "key");
      Objects.requireNonNull(section, "section");
      Objects.requireNonNull(origin, "origin");
    }
  }

  /** Name within the section. */
  String key();

  /** Who wants it, for people; may be empty. */
  String origin();
}
