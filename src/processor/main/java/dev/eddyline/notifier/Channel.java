package dev.eddyline.notifier;

import java.util.concurrent.CompletableFuture;

/** Delivers notifications in the form of a target. Thread-safe. */
@FunctionalInterface
interface Channel {

  /** Delivers one; the answer never completes exceptionally. */
  CompletableFuture<Answer> deliver(Notification notification);
}
