package dev.eddyline.console.json;

import dev.eddyline.json.Doc;
import dev.eddyline.reference.ReferenceHistory;
import org.jspecify.annotations.Nullable;

/** A policy or graph that was rejected, in JSON. */
@Doc("A published policy or graph that was rejected.")
public record RejectedJson(
    @Doc("When it was published, epoch milliseconds.") long at,
    @Doc("The key of its record.") @Nullable String workflow,
    @Doc("Every problem, with its path.") String error) {

  /** A rejected entry in JSON. */
  public static RejectedJson of(ReferenceHistory.RejectedEntry refused) {
    return new RejectedJson(refused.at(), refused.workflow(), refused.error());
  }
}
