package dev.eddyline.console.pages;

import dev.eddyline.access.TaskScope;
import dev.eddyline.app.TaskEventReader.TaskRecord;
import dev.eddyline.app.TaskEventReader.TaskRecords;
import dev.eddyline.cluster.ClusterUnreachableException;
import dev.eddyline.console.edge.Caller;
import dev.eddyline.console.edge.QueryParams;
import dev.eddyline.console.edge.Route;
import dev.eddyline.console.json.ExplanationJson;
import dev.eddyline.console.web.ApiException;
import dev.eddyline.console.web.CallerSlots;
import dev.eddyline.console.web.Pages;
import dev.eddyline.console.web.Params;
import dev.eddyline.graph.source.GraphSource;
import dev.eddyline.policy.PolicySource;
import dev.eddyline.registry.RegistryUnavailableException;
import dev.eddyline.replay.ExplainedEvent;
import dev.eddyline.replay.ExplainedEventJson;
import dev.eddyline.replay.TaskExplanation;
import dev.eddyline.schema.AgentEvent;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Explains what the detectors made of each event of a task: a thread of its own reads the events
 * from Kafka and replays them. One explanation runs at a time, and few wait. Thread-safe.
 */
public final class ExplanationPages implements Pages, AutoCloseable {

  /** Longest time from the request to the answer. */
  public static final Duration TIME_LIMIT = Duration.ofSeconds(30);

  /** Explanations that run or wait. */
  static final int MAX_REQUESTS = 3;

  private static final int RETRY_SECONDS = 5;
  private static final Logger LOG = LoggerFactory.getLogger(ExplanationPages.class);

  private final TaskPages tasks;
  private final Function<String, TaskRecords> reader;
  private final PolicySource policies;
  private final GraphSource graphs;
  private final Duration timeLimit;
  private final CallerSlots slots = new CallerSlots(MAX_REQUESTS, "an explanation");
  private final ExecutorService worker =
      Executors.newSingleThreadExecutor(
          run -> {
            Thread thread = new Thread(run, "explanation");
            thread.setDaemon(true);
            return thread;
          });

  /**
   * Creates the pages.
   *
   * @param tasks decides which tasks a caller may see
   * @param reader reads the records of a task; an interrupt ends it
   */
  public ExplanationPages(
      TaskPages tasks,
      Function<String, TaskRecords> reader,
      PolicySource policies,
      GraphSource graphs,
      Duration timeLimit) {
    this.tasks = tasks;
    this.reader = reader;
    this.policies = policies;
    this.graphs = graphs;
    this.timeLimit = timeLimit;
  }

  @Override
  public void addTo(JavalinConfig config) {
    Route.EXPLANATION.serve(config, this::explain);
  }

  private void explain(Context http) {
    String taskId = new Params(http).require(QueryParams.TASK_ID);
    Caller caller = Caller.of(http);
    Optional<String> workflow = tasks.requireTask(taskId, caller.scope());
    CallerSlots.Slot slot = slots.open(caller.rateLimitKey());
    CompletableFuture<ExplanationJson> answer = new CompletableFuture<>();
    Future<?> work = worker.submit(() -> complete(answer, taskId, workflow, caller.scope()));
    CompletableFuture<Void> sent =
        answer
            .orTimeout(timeLimit.toMillis(), TimeUnit.MILLISECONDS)
            .handle(
                (json, failure) -> {
                  slot.close();
                  if (failure instanceof TimeoutException) {
                    work.cancel(true);
                    throw tooLong();
                  }
                  if (failure != null) {
                    throw new CompletionException(failure);
                  }
                  return json;
                })
            .thenAccept(new Params(http)::answer);
    http.future(() -> sent);
  }

  private ApiException tooLong() {
    return ApiException.serviceUnavailable(
        "the events could not be read and replayed within %d s: the command explain has no limit of time"
            .formatted(timeLimit.toSeconds()),
        RETRY_SECONDS);
  }

  private void complete(
      CompletableFuture<ExplanationJson> answer,
      String taskId,
      Optional<String> workflow,
      TaskScope scope) {
    try {
      answer.complete(explanation(taskId, workflow, scope, answer::isDone));
    } catch (ClusterUnreachableException | RegistryUnavailableException unread) {
      ApiException refusal =
          ApiException.serviceUnavailable(
              "the events cannot be read now: the log of this instance names the reason",
              RETRY_SECONDS);
      if (answer.completeExceptionally(refusal)) {
        LOG.atWarn().addKeyValue("reason", unread.toString()).log("explanation failed");
      }
    } catch (RuntimeException | Error failed) {
      answer.completeExceptionally(failed);
    }
  }

  private ExplanationJson explanation(
      String taskId, Optional<String> workflow, TaskScope scope, BooleanSupplier isOver) {
    requireTime(isOver);
    TaskRecords found = reader.apply(taskId);
    // topics keep the events of an erased task until their retention ends
    List<TaskRecord> records =
        found.records().stream()
            .filter(record -> !tasks.isErasedSince(record.key(), record.at()))
            .toList();
    Set<String> keys = records.stream().map(TaskRecord::key).collect(Collectors.toSet());
    if (!keys.contains(taskId)) {
      throw ApiException.of(
          404,
          "no record of agent-events has this task as its key: the retention was too short, or the"
              + " producer chose another key or partition");
    }
    if (!scope.isAll()) {
      // the task and its root, as the records name it
      keys.forEach(key -> tasks.requireTask(key, scope));
    }
    boolean isNamed =
        records.stream()
            .flatMap(record -> record.events().stream())
            .anyMatch(it -> it.getTaskId().equals(taskId) && it.getWorkflow() != null);
    Optional<String> unnamed = workflow.filter(it -> found.isLimited() || !isNamed);
    List<ExplainedEventJson> shown = new ArrayList<>();
    Consumer<ExplainedEvent> show =
        event -> {
          // a decision, or a record with a wrong key, may be about a task of another scope
          if (scope.isAll() || keys.contains(event.taskId())) {
            shown.add(ExplainedEventJson.of(event));
          }
        };
    TaskExplanation explanation =
        new TaskExplanation(
            policies.current().effectivePolicies(), graphs.current(), taskId, unnamed);
    for (TaskRecord record : records) {
      requireTime(isOver);
      record
          .rejection()
          .map(reason -> explanation.explainUnreadable(record.key(), record.at(), reason))
          .ifPresent(show);
      for (AgentEvent event : record.events()) {
        explanation.explain(event, record.at()).ifPresent(show);
      }
    }
    return new ExplanationJson(taskId, shown, explanation.summary(), found.isLimited());
  }

  private static void requireTime(BooleanSupplier isOver) {
    if (isOver.getAsBoolean()) {
      throw new CancellationException("the time limit of the explanation");
    }
  }

  /** Ends a running explanation. */
  @Override
  public void close() {
    worker.shutdownNow();
  }
}
