package dev.eddyline.inputs;

import dev.eddyline.json.EventDefaults;
import java.time.InstantSource;
import java.util.UUID;

/** Events that happen while they are read. */
public final class LiveEvents {

  private LiveEvents() {}

  /** Their defaults: a random UUID and the clock's time. */
  public static EventDefaults defaults(InstantSource clock) {
    return EventDefaults.live(clock::instant, () -> UUID.randomUUID().toString());
  }
}
