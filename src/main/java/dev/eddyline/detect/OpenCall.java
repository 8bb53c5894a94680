package dev.eddyline.detect;

import dev.eddyline.schema.KeptCall;
import org.jspecify.annotations.Nullable;

/**
 * A call of a tool whose result is not known yet.
 *
 * @param callId hash of its callId
 * @param call hash of tool and loopKey or arguments
 * @param retry whether it is a transport retry of an earlier call
 * @param said its loopKey or arguments
 * @param text the same as a sentence model is given it; null where it is not asked
 */
public record OpenCall(
    long callId, long call, boolean retry, CallWords said, @Nullable String text) {

  /** The call as it is kept. */
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

  /** The call to be kept. */
  KeptCall kept() {
    return new KeptCall(callId, call, retry, arguments().kept(), text);
  }
}
