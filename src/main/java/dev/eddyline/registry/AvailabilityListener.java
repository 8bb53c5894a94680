package dev.eddyline.registry;

/**
 * Told when the registry goes away and when it is back. Called by the thread that noticed, one call
 * at a time; must neither block nor throw.
 */
public interface AvailabilityListener {

  /** The registry cannot be used, for this reason; called again when the reason changes. */
  void down(String reason);

  /** The registry answers again. */
  void up();

  /** Listens to nothing. */
  AvailabilityListener NONE =
      new AvailabilityListener() {
        @Override
        public void down(String reason) {
          // nobody asked
        }

        @Override
        public void up() {
          // nobody asked
        }
      };
}
