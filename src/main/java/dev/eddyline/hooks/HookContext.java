package dev.eddyline.hooks;

import java.time.Instant;
import java.util.Optional;

/**
 * What Eddyline knows of a hook without its JSON.
 *
 * @param workflow the workflow that the hook's URL names, if any
 * @param isHeadless whether the URL says that the agent runs without a terminal
 * @param receivedAt when the hook was received
 * @param sessions the recent sessions
 */
public record HookContext(
    Optional<String> workflow, boolean isHeadless, Instant receivedAt, HookSessions sessions) {}
