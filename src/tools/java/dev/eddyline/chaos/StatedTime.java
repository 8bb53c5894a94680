package dev.eddyline.chaos;

import java.time.Duration;

/**
 * The time within which every partition must go on, counted from its last commit: the fault's own
 * length, the session of a processor, its transaction, and an allowance for all that follows.
 */
final class StatedTime {

  /** How long a processor may be silent before its partitions are given away. */
  static final Duration SESSION = Duration.ofSeconds(6);

  /** How long a transaction may stay open before the brokers end it. */
  static final Duration TRANSACTION = Duration.ofSeconds(10);

  /**
   * For the brokers' look at overdue transactions, every 10 s; for servers that start with a cold
   * JVM; and for the restore of the state from its changelog. For two processors that are busy.
   */
  static final Duration RESTORE = Duration.ofSeconds(45);

  private StatedTime() {}

  /** The time that is stated for a kind of fault. */
  static Duration of(FaultKind kind) {
    return kind.length().plus(SESSION).plus(TRANSACTION).plus(RESTORE);
  }

  /** How it is made up, for people. */
  static String told() {
    return "stated time: session %d s + transaction %d s + start and restore %d s + the fault's own"
        .formatted(SESSION.toSeconds(), TRANSACTION.toSeconds(), RESTORE.toSeconds());
  }
}
