package dev.eddyline.console.ingest;

import dev.eddyline.console.edge.Caller;
import dev.eddyline.console.edge.RateLimit;
import dev.eddyline.console.view.OutputEntry;
import dev.eddyline.console.view.OutputView;
import dev.eddyline.console.view.PendingReplies;
import dev.eddyline.engine.CanaryTasks;
import dev.eddyline.engine.InputValidator;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.task.BadInputException;
import dev.eddyline.task.DecisionRules;
import dev.eddyline.task.EventKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Publishes a caller's events, and waits for the requested replies. */
public final class EventIngest {

  private final OutputView view;
  private final EventPublisher inputs;
  private final WriteAuthorizer writes;
  private final RateLimit limit;

  /** Publishes what a caller may publish, at its rate. */
  public EventIngest(
      OutputView view, EventPublisher inputs, WriteAuthorizer writes, RateLimit limit) {
    this.view = view;
    this.inputs = inputs;
    this.writes = writes;
    this.limit = limit;
  }

  /**
   * Checks an event as the processor does, and sets the token that sent it and its tenant. Programs
   * publish events; people decide elsewhere, with another credential.
   *
   * @throws BadInputException that says which field is wrong and what is allowed
   */
  static void check(Caller caller, AgentEvent event) {
    if (event.getBody() instanceof HumanIntervened) {
      throw new BadInputException(
          "type must not be human_intervened: a person decides at POST /api/v1/gate/decision");
    }
    event.setIngestToken(caller.ingestToken());
    if (event.getTenant() == null) {
      event.setTenant(caller.scope().tenant());
    }
    InputValidator.check(event.getTaskId(), event, false, DecisionRules.LIVE);
    if (isCanary(event.getTaskId()) || isCanary(event.getRootTaskId())) {
      throw new BadInputException(
          "taskId must not begin with %s: those are Eddyline's own tasks"
              .formatted(CanaryTasks.PREFIX));
    }
  }

  private static boolean isCanary(String taskId) {
    return taskId != null && CanaryTasks.isCanary(taskId);
  }

  /**
   * Publishes events that were {@linkplain #check checked}; returns once Kafka has them.
   *
   * @param wait how long to wait for Kafka and the replies together
   * @return the reply to each event that requests one, in order; empty for a timeout
   * @throws dev.eddyline.console.web.ApiException 403 where the caller may not publish one of them,
   *     429 where it publishes too many, 503 where Kafka did not accept them
   */
  public CompletableFuture<List<Optional<LoopVerdict>>> publish(
      Caller caller, List<AgentEvent> events, Duration wait) {
    writes.check(caller, events);
    limit.acquireTokensOrThrow(
        "events of " + caller.quotaKey(),
        RateLimit.Rate.PUBLISHED_EVENTS,
        events.size(),
        "too many events, none was published: a caller may publish 1,000 a second, and 4,000 at"
            + " once");
    long deadline = System.nanoTime() + wait.toNanos();
    List<CompletableFuture<Optional<LoopVerdict>>> replies = new ArrayList<>();
    List<Runnable> ends = new ArrayList<>();
    for (AgentEvent event : events) {
      if (EventKind.asksForReply(event)) {
        Optional<PendingReplies.ReplyWait> reply =
            view.replies().await(caller.rateLimitKey(), event);
        reply.ifPresent(it -> ends.add(it::end));
        replies.add(
            reply
                .map(it -> it.verdict().thenApply(output -> reply(output, caller)))
                .orElseGet(() -> CompletableFuture.completedFuture(Optional.empty())));
      }
    }
    try {
      inputs.publish(events, wait);
    } catch (RuntimeException unpublished) {
      ends.forEach(Runnable::run);
      throw unpublished;
    }
    return CompletableFuture.allOf(replies.toArray(CompletableFuture[]::new))
        .completeOnTimeout(null, Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS)
        .thenApplyAsync(
            all -> {
              ends.forEach(Runnable::run);
              return replies.stream().map(reply -> reply.getNow(Optional.empty())).toList();
            });
  }

  private Optional<LoopVerdict> reply(OutputEntry output, Caller caller) {
    return view.isCovered(output, caller.scope())
        ? Optional.of((LoopVerdict) output.record())
        : Optional.empty();
  }
}
