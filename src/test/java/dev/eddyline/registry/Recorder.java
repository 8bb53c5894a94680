package dev.eddyline.registry;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A listener that writes down what it is told. */
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

  /** Everything so far, {@code down: <reason>} or {@code up}. */
  List<String> told() {
    return told;
  }
}
