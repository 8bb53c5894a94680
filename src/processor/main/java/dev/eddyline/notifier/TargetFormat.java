package dev.eddyline.notifier;

/** The form in which a target receives changes of gates. */
enum TargetFormat {
  /** JSON, signed as Standard Webhooks say. */
  WEBHOOK,
  /** A message to an incoming webhook of Slack. */
  SLACK,
  /** An issue for each gate, in a repository on GitHub. */
  GITHUB,
  /** An event of PagerDuty (Events API v2), resolved when the gate is closed. */
  PAGERDUTY
}
