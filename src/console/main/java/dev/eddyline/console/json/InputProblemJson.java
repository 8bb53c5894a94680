package dev.eddyline.console.json;

import dev.eddyline.console.view.DeadLetterStore;
import dev.eddyline.json.Doc;
import dev.eddyline.metrics.DeadLetterReason;
import dev.eddyline.outputs.DeadLetter;
import org.jspecify.annotations.Nullable;

/** A dead-lettered record, in JSON. */
@Doc("A dead-lettered record. It is unchanged on the topic agent-events-dlq.")
public record InputProblemJson(
    @Doc("Its partition and offset on agent-events-dlq.") String id,
    @Doc("The key of its cause.") String cause,
    @Doc("The record's timestamp, epoch milliseconds.") long at,
    @Doc("The topic on which it was written.") @Nullable String topic,
    @Doc("Its partition there.") @Nullable Integer partition,
    @Doc("Its offset there.") @Nullable Long offset,
    DeadLetterReason kind,
    @Doc("Which field, what was wrong, what is allowed.") String reason,
    @Doc("What to do about it.") String fix,
    @Doc("Its key, 200 characters at most; null for none, or one that is not UTF-8 text.")
        @Nullable String key,
    @Doc("The size of its value in bytes.") int bytes,
    DeadLetter.Part decoded) {

  /** A dead letter in JSON. */
  public static InputProblemJson of(DeadLetterStore.Problem problem) {
    DeadLetter letter = problem.letter();
    return new InputProblemJson(
        letter.id(),
        problem.cause(),
        letter.at(),
        letter.topic(),
        letter.partition(),
        letter.offset(),
        letter.kind(),
        letter.reason(),
        InputFix.of(letter),
        letter.key(),
        letter.bytes(),
        letter.part());
  }
}
