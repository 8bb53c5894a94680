package dev.eddyline.outputs;

import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** Receives outputs on the feed's thread. */
public interface OutputListener {

  /**
   * Receives a verdict, a gate's change or a reset.
   *
   * @param traceId W3C trace id of the event that caused it, 32 hexadecimal digits; null for none
   */
  void onOutput(SpecificRecord output, @Nullable String traceId);

  /** Receives true when all outputs that existed at the start are read, false after an error. */
  default void onCaughtUpChanged(boolean now) {}
}
