package dev.eddyline.cases;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A call of a tool and its result.
 *
 * @param output the result without an envelope
 * @param seconds how long the tool takes
 */
record InventedCall(
    String tool, JsonNode arguments, String output, boolean failed, double seconds) {

  /** The same call, but the tool takes this long. */
  InventedCall lasting(double newSeconds) {
    return new InventedCall(tool, arguments, output, failed, newSeconds);
  }
}
