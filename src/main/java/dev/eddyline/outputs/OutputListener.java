package dev.eddyline.outputs;

import org.apache.avro.specific.SpecificRecord;

/** Receives outputs on the feed's thread. */
public interface OutputListener {

  /** Receives a verdict, a gate's change or a reset. */
  void onOutput(SpecificRecord output);

  /** Receives true when all outputs that existed at the start are read, false after an error. */
  default void onCaughtUpChanged(boolean now) {}
}
