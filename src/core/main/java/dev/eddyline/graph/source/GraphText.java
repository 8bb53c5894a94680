package dev.eddyline.graph.source;

import dev.eddyline.graph.model.InvalidGraphException;
import dev.eddyline.graph.read.GraphFormat;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The text of a graph.
 *
 * @param format its format; empty: detected from the text
 * @param text the text, at most {@link #MAX_BYTES} bytes in UTF-8
 * @param bounds what the format cannot express, as YAML
 */
public record GraphText(Optional<GraphFormat> format, String text, Optional<String> bounds) {

  /** Maximum bytes in UTF-8 of a text, and of its bounds: the topic accepts 2 MiB. */
  public static final int MAX_BYTES = 1_000_000;

  private static final int VERSION_DIGITS = 8;

  public GraphText {
    Objects.requireNonNull(format, "format");
    Objects.requireNonNull(text, "text");
    Objects.requireNonNull(bounds, "bounds");
  }

  /** A text without bounds, whose format is detected. */
  public static GraphText of(String text) {
    return new GraphText(Optional.empty(), text, Optional.empty());
  }

  /** A hash of format, text and bounds: equal texts have equal versions. */
  public String version() {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      update(digest, format.map(GraphFormat::name).orElse(""));
      update(digest, text);
      update(digest, bounds.orElse(""));
      return HexFormat.of().formatHex(digest.digest()).substring(0, VERSION_DIGITS);
    } catch (NoSuchAlgorithmException everyJavaHasIt) {
      throw new IllegalStateException(everyJavaHasIt);
    }
  }

  private static void update(MessageDigest digest, String part) {
    digest.update(part.getBytes(StandardCharsets.UTF_8));
    digest.update((byte) 0);
  }

  /**
   * Rejects a text that is too long.
   *
   * @throws InvalidGraphException with its length
   */
  void requireAllowedTextLength(String place) {
    requireAllowedTextLength(place, "text", text);
    bounds.ifPresent(more -> requireAllowedTextLength(place, "bounds", more));
  }

  private static void requireAllowedTextLength(String place, String what, String part) {
    // a character has at least one byte
    long bytes =
        part.length() > MAX_BYTES ? part.length() : part.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > MAX_BYTES) {
      throw new InvalidGraphException(
          place,
          List.of("%s must be ≤ %,d bytes in UTF-8, was %,d".formatted(what, MAX_BYTES, bytes)));
    }
  }
}
