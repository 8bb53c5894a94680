package dev.eddyline.hooks;

import dev.eddyline.text.Hash;
import java.time.Instant;
import java.util.Optional;

/**
 * What Eddyline knows of a hook without its JSON.
 *
 * @param workflow the workflow that the hook's URL names, if any
 * @param isHeadless whether the URL says that the agent runs without a terminal
 * @param sender who sent it: what a session's hooks showed is known only for hooks of its sender
 * @param receivedAt when the hook was received
 * @param sessions the recent sessions
 */
public record HookContext(
    Optional<String> workflow,
    boolean isHeadless,
    String sender,
    Instant receivedAt,
    HookSessions sessions) {

  /** The key under which a task of the sender is remembered. */
  long key(String task) {
    return Hash.of(sender, task);
  }
}
