package dev.eddyline.chaos;

import java.time.Duration;

/**
 * The time within which every partition must recover, counted from its last commit: the fault's
 * outage, the session and transaction timeouts, and an allowance for start and restore.
 */
final class RecoveryTimeLimit {

  /** Session timeout: a silent processor loses its partitions after it. */
  static final Duration SESSION = Duration.ofSeconds(10);

  /** Transaction timeout: the brokers abort a longer one. */
  static final Duration TRANSACTION = Duration.ofSeconds(10);

  /**
   * Allowance for the brokers' check of overdue transactions every 10 s, for the start of servers
   * with a cold JVM, and for the restore of state. For two busy CPUs.
   */
  static final Duration RESTORE = Duration.ofSeconds(45);

  private RecoveryTimeLimit() {}

  /** The limit of a type of fault. */
  static Duration forFaultType(ChaosFaultType kind) {
    return kind.outageDuration().plus(SESSION).plus(TRANSACTION).plus(RESTORE);
  }

  /** Describes how the limit is composed. */
  static String describeLimitComposition() {
    return "limit: session %d s + transaction %d s + start and restore %d s + the fault's outage"
        .formatted(SESSION.toSeconds(), TRANSACTION.toSeconds(), RESTORE.toSeconds());
  }
}
