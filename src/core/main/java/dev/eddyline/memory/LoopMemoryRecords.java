package dev.eddyline.memory;

import dev.eddyline.memory.PendingRemedies.RemedyEvent;
import dev.eddyline.schema.LoopMemory;
import dev.eddyline.schema.Looped;
import dev.eddyline.schema.RemedyKind;
import java.time.Instant;

/** Builds records of the topic loop-memory. */
final class LoopMemoryRecords {

  private LoopMemoryRecords() {}

  /** A record without an open outcome. */
  static LoopMemory createLoopMemory(
      Looped loop, RemedyEvent by, RemedyKind kind, String guidance, int tried, int helped) {
    return new LoopMemory(
        loop.getSignature(),
        loop.getLoopType(),
        loop.getRule(),
        loop.getWorkflow(),
        loop.getTenant(),
        loop.getWhat(),
        kind,
        guidance,
        tried,
        helped,
        null,
        null,
        loop.getTaskId(),
        by.rootTaskId(),
        by.eventId(),
        Instant.ofEpochMilli(by.at()));
  }

  /** A trial whose outcome is now known. */
  static LoopMemory settled(LoopMemory trial, int helped) {
    return new LoopMemory(
        trial.getSignature(),
        trial.getLoopType(),
        trial.getRule(),
        trial.getWorkflow(),
        trial.getTenant(),
        trial.getWhat(),
        trial.getKind(),
        trial.getRemedy(),
        trial.getTried(),
        helped,
        null,
        trial.getGateId(),
        trial.getTaskId(),
        trial.getRootTaskId(),
        trial.getEventId(),
        trial.getAt());
  }
}
