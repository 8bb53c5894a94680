package dev.eddyline.console;

import dev.eddyline.hooks.HookAgent;
import dev.eddyline.hooks.HookAgents;
import dev.eddyline.hooks.HookCall;
import dev.eddyline.hooks.HookInstruction;
import dev.eddyline.hooks.InvalidHookException;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.task.BadInputException;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Converts hooks of coding agents to events, and verdicts to answers in the agent's own format. */
final class HookPages implements Pages {

  private static final long MAX_VERDICT_WAIT_MILLIS = 10_000;

  /** Default wait for a verdict, milliseconds. */
  private static final long DEFAULT_VERDICT_WAIT_MILLIS = 2_000;

  private final HookEventPublisher publisher;
  private final InstantSource clock;

  /** Publishes events, and returns the requested verdicts in order. */
  @FunctionalInterface
  interface HookEventPublisher {

    /**
     * Publishes events of a caller.
     *
     * @return a verdict for each event that requests one, empty for a timeout; an {@link
     *     ApiException} where an event is not published
     */
    CompletableFuture<List<Optional<LoopVerdict>>> publish(
        Caller caller, List<AgentEvent> events, Duration wait);
  }

  HookPages(HookEventPublisher publisher, InstantSource clock) {
    this.publisher = publisher;
    this.clock = clock;
  }

  @Override
  public void addTo(JavalinConfig config) {
    Route.HOOKS.serve(config, this::answer);
  }

  private void answer(Context http) {
    String name = http.pathParam("tool");
    HookAgent agent = HookAgents.find(name).orElseThrow(HookPages::unknown);
    Params params = new Params(http);
    Duration wait = wait(params);
    boolean closed = params.read(QueryParams.HOOK_CLOSED).orElse(false);
    String gates = "%s://%s/gates".formatted(http.scheme(), http.host());
    try {
      HookCall hook =
          HookCall.read(
              RequestBodies.text(http),
              params.read(QueryParams.HOOK_WORKFLOW),
              clock.instant().truncatedTo(ChronoUnit.MILLIS));
      List<AgentEvent> events = agent.events(hook);
      Caller caller = Caller.of(http);
      events.forEach(event -> check(caller, event));
      if (events.isEmpty()) {
        params.answer(agent.answer(hook, HookInstruction.NOTHING));
        return;
      }
      var published = publisher.publish(caller, events, wait);
      http.future(
          () ->
              published.thenAccept(
                  verdicts -> {
                    Optional<LoopVerdict> verdict =
                        verdicts.stream().flatMap(Optional::stream).findFirst();
                    if (closed && verdict.isEmpty() && !verdicts.isEmpty()) {
                      throw ApiException.of(504, "no verdict came in time");
                    }
                    params.answer(agent.answer(hook, HookInstruction.of(verdict, gates)));
                  }));
    } catch (InvalidHookException invalid) {
      throw invalid.field() == null
          ? ApiException.of(400, invalid.getMessage())
          : ApiException.field(invalid.field(), invalid.getMessage());
    }
  }

  private static ApiException unknown() {
    String known = String.join(", ", HookAgents.names());
    return ApiException.of(404, "the tool of the path is unknown; known: " + known);
  }

  private static Duration wait(Params params) {
    long millis = params.read(QueryParams.HOOK_WAIT).orElse(DEFAULT_VERDICT_WAIT_MILLIS);
    if (millis < 1 || millis > MAX_VERDICT_WAIT_MILLIS) {
      throw ApiException.field(
          "wait",
          "wait must be 1 to %d milliseconds, was %d".formatted(MAX_VERDICT_WAIT_MILLIS, millis));
    }
    return Duration.ofMillis(millis);
  }

  /** Rejects an event that the processor would dead-letter. */
  private static void check(Caller caller, AgentEvent event) {
    try {
      EventIngest.check(caller, event);
    } catch (BadInputException bad) {
      throw ApiException.of(400, bad.getMessage());
    }
  }
}
