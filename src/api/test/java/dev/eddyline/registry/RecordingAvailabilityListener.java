package dev.eddyline.registry;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A listener that records its calls. */
final class RecordingAvailabilityListener implements AvailabilityListener {

  private final List<String> calls = new CopyOnWriteArrayList<>();

  @Override
  public void onUnavailable(String reason) {
    calls.add("down: " + reason);
  }

  @Override
  public void onAvailable() {
    calls.add("up");
  }

  /** All calls so far, {@code down: <reason>} or {@code up}. */
  List<String> calls() {
    return calls;
  }
}
