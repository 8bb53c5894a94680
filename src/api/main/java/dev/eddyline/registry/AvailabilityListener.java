package dev.eddyline.registry;

/**
 * Is notified when the registry becomes unavailable and available again. Called by the thread that
 * noticed, one call at a time; must neither block nor throw.
 */
public interface AvailabilityListener {

  /** The registry is unavailable, for this reason; called again when the reason changes. */
  void onUnavailable(String reason);

  /** The registry is available again. */
  void onAvailable();

  /** A listener that does nothing. */
  AvailabilityListener NONE =
      new AvailabilityListener() {
        @Override
        public void onUnavailable(String reason) {
          // nobody asked
        }

        @Override
        public void onAvailable() {
          // nobody asked
        }
      };
}
