package dev.eddyline.outputs;

import org.apache.avro.specific.SpecificRecord;

/** Takes what a feed reads, on the feed's thread. */
public interface OutputTaker {

  /** Takes a verdict, a gate's change or a reset. */
  void take(SpecificRecord output);

  /** All that was there when reading began was taken, or (false) reading stopped for now. */
  default void caughtUp(boolean now) {}
}
