package dev.eddyline.detect;

import dev.eddyline.schema.KeptCall;
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
 * @param callWords its loopKey or arguments
 * @param silenceMillis time without an event of the task just before the call, at least 0
 * @param sentenceModelInput the model input for it; null if the model is not used
 */
public record PendingCall(
    long callId,
    long call,
    boolean retry,
    boolean onlyWaits,
    boolean isPoll,
    CallWords callWords,
    long silenceMillis,
    @Nullable String sentenceModelInput) {

  /** Decodes a stored call. */
  static PendingCall fromState(KeptCall storedCall) {
    return new PendingCall(
        storedCall.getCallId(),
        storedCall.getCall(),
        storedCall.getRetry(),
        storedCall.getOnlyWaits(),
        storedCall.getPoll(),
        CallWords.of(WordBag.of(storedCall.getArguments())),
        storedCall.getSilenceMs(),
        storedCall.getText());
  }

  /** Words of its loopKey or arguments. */
  WordBag argumentWords() {
    return callWords.words();
  }

  /** The stored form. */
  KeptCall toState() {
    return new KeptCall(
        callId,
        call,
        retry,
        onlyWaits,
        isPoll,
        argumentWords().kept(),
        sentenceModelInput,
        silenceMillis);
  }
}
