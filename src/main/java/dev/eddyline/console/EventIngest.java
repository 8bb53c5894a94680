package dev.eddyline.console;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.task.EventKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Publishes the events of a caller and waits for the verdicts on those that ask. */
final class EventIngest {

  private final View view;
  private final Inputs inputs;
  private final WriteCheck writes;

  EventIngest(View view, Inputs inputs, WriteCheck writes) {
    this.view = view;
    this.inputs = inputs;
    this.writes = writes;
  }

  /**
   * Publishes events.
   *
   * @return a verdict for each event that asks, in their order; empty where none came in time
   * @throws ApiException when the caller may not write them, or they were not published
   */
  CompletableFuture<List<Optional<LoopVerdict>>> publish(
      Caller caller, List<AgentEvent> events, Duration wait) {
    writes.check(caller, events);
    List<Runnable> ends = new ArrayList<>();
    List<CompletableFuture<Optional<LoopVerdict>>> verdicts =
        events.stream()
            .filter(EventKind::asksForReply)
            .map(event -> view.verdictOf(event.getEventId(), ends::add))
            .map(waited -> waited.orElseGet(() -> CompletableFuture.completedFuture(null)))
            .map(
                waited ->
                    waited
                        .completeOnTimeout(null, wait.toMillis(), TimeUnit.MILLISECONDS)
                        .thenApply(told -> covered(told, caller)))
            .toList();
    try {
      inputs.publish(events);
    } catch (ApiException unpublished) {
      ends.forEach(Runnable::run);
      throw unpublished;
    }
    return CompletableFuture.allOf(verdicts.toArray(CompletableFuture[]::new))
        .thenApplyAsync(
            all -> {
              ends.forEach(Runnable::run);
              return verdicts.stream().map(CompletableFuture::join).toList();
            });
  }

  private Optional<LoopVerdict> covered(Told told, Caller caller) {
    return Optional.ofNullable(told)
        .filter(it -> view.isCovered(it, caller.scope()))
        .map(it -> (LoopVerdict) it.record());
  }
}
