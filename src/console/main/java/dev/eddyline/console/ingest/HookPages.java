package dev.eddyline.console.ingest;

import dev.eddyline.config.ConsoleUrl;
import dev.eddyline.console.edge.Caller;
import dev.eddyline.console.edge.QueryParams;
import dev.eddyline.console.edge.Route;
import dev.eddyline.console.web.ApiException;
import dev.eddyline.console.web.Pages;
import dev.eddyline.console.web.Params;
import dev.eddyline.console.web.RequestBodies;
import dev.eddyline.hooks.HookAgent;
import dev.eddyline.hooks.HookAgents;
import dev.eddyline.hooks.HookCall;
import dev.eddyline.hooks.HookContext;
import dev.eddyline.hooks.HookInstruction;
import dev.eddyline.hooks.HookMetrics;
import dev.eddyline.hooks.HookOutcome;
import dev.eddyline.hooks.HookReading;
import dev.eddyline.hooks.HookSender;
import dev.eddyline.hooks.HookSessions;
import dev.eddyline.hooks.InvalidHookException;
import dev.eddyline.http.HttpListener;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.task.BadInputException;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Converts hooks of coding agents to events, and verdicts to answers in the agent's own format. */
public final class HookPages implements Pages {

  private static final long MAX_VERDICT_WAIT_MILLIS = 10_000;

  /** Default wait for a verdict, milliseconds. */
  private static final long DEFAULT_VERDICT_WAIT_MILLIS = 2_000;

  private static final String PATH = "/api/v1/hooks/";

  /** Attributes of a request: the outcome of the hook, and the field that is the cause. */
  private static final String OUTCOME = HookOutcome.class.getName();

  private static final String FIELD = OUTCOME + ".field";

  /** Attribute of a request: the agent that sent the hook, which may not be that of the path. */
  private static final String TOOL = OUTCOME + ".tool";

  private final HookEventPublisher publisher;
  private final HookMonitor monitor;
  private final InstantSource clock;
  private final HookSessions sessions = new HookSessions();
  private final MissingResults missingResults = new MissingResults();
  private final Optional<ConsoleUrl> consoleUrl;

  /** Publishes events, and returns the requested verdicts in order. */
  @FunctionalInterface
  public interface HookEventPublisher {

    /**
     * Publishes events of a caller.
     *
     * @return a verdict for each event that requests one, empty for a timeout; an {@link
     *     ApiException} where an event is not published
     */
    CompletableFuture<List<Optional<LoopVerdict>>> publish(
        Caller caller, List<AgentEvent> events, Duration wait);
  }

  /**
   * The pages.
   *
   * @param consoleUrl where people decide; empty for the host of the hook's request
   */
  public HookPages(
      HookEventPublisher publisher,
      HookMonitor monitor,
      InstantSource clock,
      Optional<ConsoleUrl> consoleUrl) {
    this.publisher = publisher;
    this.monitor = monitor;
    this.clock = clock;
    this.consoleUrl = consoleUrl;
  }

  @Override
  public void addTo(JavalinConfig config) {
    Route.HOOKS.serve(config, this::answer);
    // also after a rejection by an earlier handler
    config.routes.after(this::count);
    HttpListener.onRejected(
        config.jetty,
        (path, status) ->
            tool(path)
                .ifPresent(
                    it ->
                        count(
                            it,
                            status == 401 ? HookOutcome.UNAUTHORIZED : HookOutcome.LIMITED,
                            null)));
  }

  private void count(Context http) {
    if (http.method().equals(HandlerType.POST)) {
      HookOutcome outcome = http.attribute(OUTCOME);
      boolean isKnown = outcome != null && http.statusCode() < 300;
      HookOutcome counted = isKnown ? outcome : outcomeOfError(http.statusCode());
      Optional.<String>ofNullable(http.attribute(TOOL))
          .or(() -> tool(http.path()))
          .ifPresent(tool -> count(tool, counted, http.attribute(FIELD)));
    }
  }

  private void count(String tool, HookOutcome outcome, @Nullable String field) {
    boolean isKnown = HookAgents.find(tool).isPresent();
    monitor.count(isKnown ? tool : HookMetrics.UNKNOWN_TOOL, outcome, field);
  }

  /** The tool of a path of hooks, as its sender names it; empty for other paths. */
  private static Optional<String> tool(String path) {
    return path.startsWith(PATH) ? Optional.of(path.substring(PATH.length())) : Optional.empty();
  }

  private static HookOutcome outcomeOfError(int status) {
    return switch (status) {
      case 401, 403 -> HookOutcome.UNAUTHORIZED;
      case 408, 413, 429 -> HookOutcome.LIMITED;
      case 504 -> HookOutcome.TIMEOUT;
      default -> status < 500 ? HookOutcome.INVALID : HookOutcome.FAILED;
    };
  }

  private void answer(Context http) {
    String name = http.pathParam("tool");
    HookAgent addressed = HookAgents.find(name).orElseThrow(HookPages::unknown);
    Params params = new Params(http);
    Duration wait = wait(params);
    boolean closed = params.read(QueryParams.HOOK_CLOSED).orElse(false);
    ConsoleUrl console =
        consoleUrl.orElseGet(() -> new ConsoleUrl("%s://%s".formatted(http.scheme(), http.host())));
    Caller caller = Caller.of(http);
    try {
      HookCall hook =
          HookCall.read(
              RequestBodies.text(http),
              new HookContext(
                  params.read(QueryParams.HOOK_WORKFLOW),
                  params.read(QueryParams.HOOK_HEADLESS).orElse(false),
                  sender(caller),
                  clock.instant().truncatedTo(ChronoUnit.MILLIS),
                  sessions));
      HookAgent agent = HookSender.recognize(addressed, hook);
      http.attribute(TOOL, agent.name());
      HookReading reading = agent.read(hook);
      List<AgentEvent> events = reading.events();
      http.attribute(OUTCOME, reading.outcome());
      http.attribute(FIELD, reading.field().orElse(null));
      events.forEach(event -> check(caller, event));
      if (agent.resultHooks() != HookAgent.ResultHooks.NONE
          && missingResults.add(agent.name(), events)) {
        http.attribute(OUTCOME, HookOutcome.NO_RESULT);
      }
      if (events.isEmpty()) {
        params.answer(agent.answer(hook, HookInstruction.NOTHING));
        return;
      }
      var published = publisher.publish(caller, events, wait);
      http.future(
          () ->
              published.thenAccept(
                  verdicts -> {
                    reading.remember().run();
                    HookSender.remember(agent, hook);
                    Optional<LoopVerdict> verdict =
                        verdicts.stream().flatMap(Optional::stream).findFirst();
                    if (verdict.isEmpty() && !verdicts.isEmpty()) {
                      http.attribute(OUTCOME, HookOutcome.TIMEOUT);
                      if (closed) {
                        throw ApiException.of(504, "no verdict came in time");
                      }
                    }
                    params.answer(agent.answer(hook, HookInstruction.of(verdict, console)));
                  }));
    } catch (InvalidHookException invalid) {
      http.attribute(FIELD, invalid.field());
      throw invalid.field() == null
          ? ApiException.of(400, invalid.getMessage())
          : ApiException.field(invalid.field(), invalid.getMessage());
    }
  }

  /** Hooks of one ingest token are of one sender. */
  private static String sender(Caller caller) {
    String token = caller.ingestToken();
    return token == null ? "" : "token " + token;
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
