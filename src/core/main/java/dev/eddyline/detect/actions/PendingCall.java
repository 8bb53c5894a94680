package dev.eddyline.detect.actions;

import dev.eddyline.text.WordBag;
import org.jspecify.annotations.Nullable;

/**
 * A tool call without a result so far.
 *
 * @param callId hash of its callId
 * @param call hash of tool and loopKey or arguments
 * @param retry whether it is a transport retry of an earlier call
 * @param onlyWaits whether it does nothing but wait
 * @param isPoll whether it waits, or a call that waits came just before it
 * @param argumentWords words of its loopKey or arguments
 * @param silenceMillis time without an event of the task just before the call, at least 0
 * @param sentenceModelInput the model input for it; null if the model is not used
 */
public record PendingCall(
    long callId,
    long call,
    boolean retry,
    boolean onlyWaits,
    boolean isPoll,
    WordBag argumentWords,
    long silenceMillis,
    @Nullable String sentenceModelInput) {}
