package dev.eddyline.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Objects;

/** A key that was asked of a section: what it is, may be, is unless somebody says, and is now. */
public sealed interface Asked {

  /**
   * A key with a value.
   *
   * @param key name within its section
   * @param about what it is and its unit, in one sentence without a full stop; may be empty
   * @param allowed what the value may be, in words
   * @param preset value when nobody says otherwise; null, as a node, for none
   * @param value the value that was taken; null, as a node, for none
   * @param origin who wants it, for people; may be empty
   */
  record Value(
      String key, String about, String allowed, JsonNode preset, JsonNode value, String origin)
      implements Asked {

    public Value {
      Objects.requireNonNull(key, "key");
      Objects.requireNonNull(about, "about");
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
   * @param about what it is, in one sentence without a full stop; may be empty
   * @param section what stands there
   * @param origin who wants it, for people; may be empty
   */
  record Inner(String key, String about, Section section, String origin) implements Asked {

    public Inner {
      Objects.requireNonNull(key, "key");
      Objects.requireNonNull(about, "about");
      Objects.requireNonNull(section, "section");
      Objects.requireNonNull(origin, "origin");
    }
  }

  /** Name within the section. */
  String key();

  /** What it is and its unit, in one sentence without a full stop; may be empty. */
  String about();

  /** Who wants it, for people; may be empty. */
  String origin();
}
