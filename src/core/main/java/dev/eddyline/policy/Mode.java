package dev.eddyline.policy;

/** Whether a policy's verdicts take effect. */
public enum Mode {
  /** Verdicts count, require actions and open gates. */
  LIVE,
  /** Verdicts are marked as shadow, counted separately and block nothing. */
  SHADOW
}
