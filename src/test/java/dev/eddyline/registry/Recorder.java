package dev.eddyline.registry;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A listener that records its calls. */
final class Recorder implements AvailabilityListener {

  private final List<String> told = new CopyOnWriteArrayList<>();

  @Override
  public void down(String reason) {
    told.add("down: " + reason);
  }

  @Override
  public void up() {
    told.add("up");
  }

  /** All calls so far, {@code down: <reason>} or {@code up}. */
  List<String> told() {
    return told;
  }
}
