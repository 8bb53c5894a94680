package dev.eddyline.http;

import java.util.Map;

/**
 * The longest body of each route.
 *
 * @param byPath bytes by path
 * @param others bytes of every other path
 */
public record BodySizes(Map<String, Integer> byPath, int others) {

  /** No route reads a body. */
  public static final BodySizes NONE = new BodySizes(Map.of(), 0);

  /** Copies the map. */
  public BodySizes {
    byPath = Map.copyOf(byPath);
  }

  /** Longest body of a request to this path, bytes. */
  int maxBodyBytes(String path) {
    return byPath.getOrDefault(path, others);
  }
}
