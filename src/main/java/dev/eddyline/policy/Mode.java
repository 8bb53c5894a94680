package dev.eddyline.policy;

/** Whether a policy decides or only watches. */
public enum Mode {
  /** Its verdicts count, ask and open gates. */
  LIVE,
  /** Its verdicts are marked, counted apart and hold nothing up. */
  SHADOW
}
