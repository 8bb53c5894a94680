package dev.eddyline.detect;

import dev.eddyline.schema.KeptCall;
import org.jspecify.annotations.Nullable;

/**
 * A tool call without a result so far.
 *
 * @param callId hash of its callId
 * @param call hash of tool and loopKey or arguments
 * @param retry whether it is a transport retry of an earlier call
 * @param said its loopKey or arguments
 * @param text the model input for it; null if the model is not used
 */
public record OpenCall(
    long callId, long call, boolean retry, CallWords said, @Nullable String text) {

  /** Decodes a stored call. */
  static OpenCall of(KeptCall kept) {
    return new OpenCall(
        kept.getCallId(),
        kept.getCall(),
        kept.getRetry(),
        CallWords.of(WordBag.of(kept.getArguments())),
        kept.getText());
  }

  /** Words of its loopKey or arguments. */
  WordBag arguments() {
    return said.words();
  }

  /** The stored form. */
  KeptCall kept() {
    return new KeptCall(callId, call, retry, arguments().kept(), text);
  }
}
