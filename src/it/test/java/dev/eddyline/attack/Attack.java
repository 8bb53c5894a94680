package dev.eddyline.attack;

import java.time.Duration;

/** A denial-of-service attack on the HTTP server of a processor. */
interface Attack extends AutoCloseable {

  /** Attacks for about this time. */
  void run(Duration length);

  /** Ends connections that outlast the attack. */
  @Override
  default void close() {}
}
