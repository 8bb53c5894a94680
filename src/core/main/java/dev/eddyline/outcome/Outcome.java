package dev.eddyline.outcome;

import java.util.List;
import java.util.Locale;

/** What a finished tool call brought its task. */
public enum Outcome {
  /** No result is known, or none that can be read, such as an image. */
  UNKNOWN,
  /** It failed, and the same call or the same error failed before. */
  FAILED_AGAIN,
  /** It failed in a way that is new to the task. */
  FAILED,
  /** It says that something still runs. */
  RUNNING,
  /** It found nothing, or a command that prints had no output. */
  NOTHING,
  /** It brought only what earlier calls brought, or did again what was done. */
  KNOWN,
  /** It did something, and says no more than that. What cannot be decided is done, too. */
  DONE,
  /** It brought something that the task had not seen. */
  NEW;

  private static final List<Outcome> ALL = List.of(values());

  /** The outcome at this place, from 0, which is stored. */
  public static Outcome of(int place) {
    return ALL.get(place);
  }

  /** Its place, from 0: the better an outcome, the higher. */
  public int place() {
    return ALL.indexOf(this);
  }

  /** The name in JSON. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
