package dev.eddyline.outputs;

import dev.eddyline.json.Doc;
import dev.eddyline.schema.LoopReset;

/** A counter reset in JSON. */
@Doc(of = LoopReset.class)
public record ResetJson(
    @Doc(value = "The kind of output.", allowed = "reset") String kind,
    String resetId,
    String eventId,
    String taskId,
    String rootTaskId,
    String reason,
    int previousCount,
    long epoch,
    long occurredAt,
    long decidedAt) {

  /** The JSON form of a reset. */
  public static ResetJson of(LoopReset reset) {
    return new ResetJson(
        "reset",
        reset.getResetId(),
        reset.getEventId(),
        reset.getTaskId(),
        reset.getRootTaskId(),
        reset.getReason(),
        reset.getPreviousCount(),
        reset.getEpoch(),
        reset.getOccurredAt().toEpochMilli(),
        reset.getDecidedAt().toEpochMilli());
  }
}
