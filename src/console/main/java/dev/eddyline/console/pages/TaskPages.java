package dev.eddyline.console.pages;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.eddyline.access.TaskScope;
import dev.eddyline.app.LookupFailure;
import dev.eddyline.app.StoredTask;
import dev.eddyline.app.TaskLookup;
import dev.eddyline.console.edge.Caller;
import dev.eddyline.console.edge.PeerClient;
import dev.eddyline.console.edge.QueryParams;
import dev.eddyline.console.edge.Route;
import dev.eddyline.console.json.TaskAnswerJson;
import dev.eddyline.console.json.TaskJson;
import dev.eddyline.console.view.OutputView;
import dev.eddyline.console.web.ApiException;
import dev.eddyline.console.web.Pages;
import dev.eddyline.console.web.Params;
import dev.eddyline.graph.source.GraphSource;
import dev.eddyline.outputs.OutputJson;
import dev.eddyline.policy.PolicySource;
import dev.eddyline.state.TaskState;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.streams.state.HostInfo;

/**
 * The page of any task. It comes from the task's owner, this or another instance. While the owner
 * is unavailable it comes from a standby replica, and without one from published outputs.
 */
public final class TaskPages implements Pages {

  private static final int RETRY_SECONDS = 2;

  private final OutputView view;
  private final TaskLookup tasks;
  private final PolicySource policies;
  private final GraphSource graphs;
  private final PeerClient peers;

  /** Serves the tasks of this view and of the processors' stores. */
  public TaskPages(
      OutputView view,
      TaskLookup tasks,
      PolicySource policies,
      GraphSource graphs,
      PeerClient peers) {
    this.view = view;
    this.tasks = tasks;
    this.policies = policies;
    this.graphs = graphs;
    this.peers = peers;
  }

  @Override
  public void addTo(JavalinConfig config) {
    Route.TASK.serve(
        config,
        http -> new Params(http).answer(task(http, new Params(http).require(QueryParams.TASK_ID))));
    Route.LEADER_CONTEXT.serve(
        config,
        http -> {
          JsonNode task = task(http, new Params(http).require(QueryParams.TASK_ID));
          JsonNode context = task.get("leaderContext");
          new Params(http).answer(context == null ? JsonNodeFactory.instance.nullNode() : context);
        });
  }

  /**
   * Checks that a task is known and within a scope.
   *
   * @return its workflow; empty if none is known
   * @throws ApiException 404 where it is not; 503 where that is unknown for now
   */
  Optional<String> requireTask(String taskId, TaskScope scope) {
    return Optional.ofNullable(task(taskId, Optional.empty(), scope).path("workflow").textValue());
  }

  /** Whether a task was erased at this time or later. */
  boolean isErasedSince(String taskId, Instant at) {
    return view.read(projection -> projection.isErasedSince(taskId, at.toEpochMilli()));
  }

  private JsonNode task(Context http, String taskId) {
    Caller caller = Caller.of(http);
    Optional<PeerClient.ReplicaRole> requestedReplicaRole =
        caller.isPeer()
            ? Optional.of(
                "standby".equals(http.header(PeerClient.REPLICA_ROLE_HEADER))
                    ? PeerClient.ReplicaRole.STANDBY
                    : PeerClient.ReplicaRole.OWNER)
            : Optional.empty();
    return task(taskId, requestedReplicaRole, caller.scope());
  }

  private JsonNode task(
      String taskId, Optional<PeerClient.ReplicaRole> requestedReplicaRole, TaskScope scope) {
    TaskLookup.LookupResult answer = tasks.findTask(taskId);
    if (answer instanceof TaskLookup.LookupResult.TaskFound here) {
      return buildTaskPage(taskId, Optional.of(here.task()), scope, false, null)
          .orElseThrow(this::taskNotFound);
    }
    LookupFailure why = ((TaskLookup.LookupResult.TaskNotFound) answer).failure();
    if (why instanceof LookupFailure.UnknownTask) {
      return buildTaskPage(taskId, Optional.empty(), scope, false, null)
          .orElseThrow(this::taskNotFound);
    }
    if (requestedReplicaRole.isPresent()) {
      Optional<StoredTask> copy =
          requestedReplicaRole.get() == PeerClient.ReplicaRole.STANDBY
              ? tasks.findTaskInReplicas(taskId)
              : Optional.empty();
      return copy.flatMap(facts -> buildTaskPage(taskId, Optional.of(facts), scope, true, null))
          .orElseThrow(() -> taskUnavailable("the task is not here"));
    }
    String obstacle = obstacle(why);
    return fetchPageFromOwner(taskId, why, scope)
        .or(() -> readPageFromStandbyReplica(taskId, scope, obstacle))
        .or(() -> buildTaskPage(taskId, Optional.empty(), scope, false, obstacle))
        .orElseThrow(() -> taskUnavailable(obstacle));
  }

  private String obstacle(LookupFailure why) {
    if (why instanceof LookupFailure.NotReady unready) {
      return unready.reason();
    }
    if (!peers.hasSharedSecret()) {
      return "another instance has the task: set signing.secret on all, so that it can be asked";
    }
    Optional<HostInfo> owner = ((LookupFailure.OnOtherInstance) why).instance();
    return owner
        .map(
            host ->
                "instance %s:%d has the task and does not answer"
                    .formatted(host.host(), host.port()))
        .orElse(
            "another instance has the task: set application.server on all, so that it can be"
                + " asked");
  }

  private Optional<JsonNode> fetchPageFromOwner(String taskId, LookupFailure why, TaskScope scope) {
    return why instanceof LookupFailure.OnOtherInstance other && peers.hasSharedSecret()
        ? other
            .instance()
            .flatMap(host -> peers.fetchTask(host, taskId, PeerClient.ReplicaRole.OWNER, scope))
        : Optional.empty();
  }

  /** The page from a standby replica, here or on another instance. */
  private Optional<JsonNode> readPageFromStandbyReplica(
      String taskId, TaskScope scope, String obstacle) {
    Optional<StoredTask> own = tasks.findTaskInReplicas(taskId);
    if (own.isPresent()) {
      return buildTaskPage(taskId, own, scope, true, obstacle);
    }
    for (HostInfo other :
        peers.hasSharedSecret() ? tasks.standbyHosts(taskId) : List.<HostInfo>of()) {
      Optional<JsonNode> copy =
          peers.fetchTask(other, taskId, PeerClient.ReplicaRole.STANDBY, scope);
      if (copy.isPresent()) {
        return copy;
      }
    }
    return Optional.empty();
  }

  /** The page from this instance; empty where the task is unknown or outside the scope. */
  private Optional<JsonNode> buildTaskPage(
      String taskId, Optional<StoredTask> facts, TaskScope scope, boolean stale, String obstacle) {
    TaskJson task =
        view.read(
            projection ->
                new TaskAssembler(
                        projection,
                        policies.current().effectivePolicies(),
                        graphs.current(),
                        scope,
                        view.now())
                    .assembleTaskJson(taskId, facts));
    if (task == null) {
      return Optional.empty();
    }
    String here = tasks.ownHost().map(PeerClient::address).orElse("here");
    return Optional.of(OutputJson.tree(new TaskAnswerJson(task, here, stale, obstacle)));
  }

  /**
   * Whether a task that is known already belongs to a scope; also where it is not known.
   *
   * @throws ApiException 503 where that is unknown for now
   */
  public boolean mayTaskBelongToScope(TaskScope scope, String taskId) {
    try {
      JsonNode page = task(taskId, Optional.empty(), TaskScope.ALL);
      if (page.get("obstacle").isTextual()) {
        throw taskUnavailable(page.get("obstacle").textValue());
      }
      return scope.covers(taskId, page.path("workflow").textValue());
    } catch (ApiException refused) {
      if (refused.status() == 404) {
        return true;
      }
      throw refused;
    }
  }

  /** A task's stored state; empty where this instance does not own or cannot read it. */
  public Optional<TaskState> currentState(String taskId) {
    try {
      return tasks.findTask(taskId) instanceof TaskLookup.LookupResult.TaskFound here
          ? here.task().taskState()
          : Optional.empty();
    } catch (RuntimeException unreadable) {
      // the list shows what is published
      return Optional.empty();
    }
  }

  private ApiException taskNotFound() {
    view.requireCaughtUp();
    return ApiException.of(404, "no task of this id is known");
  }

  private static ApiException taskUnavailable(String obstacle) {
    return ApiException.serviceUnavailable(obstacle, RETRY_SECONDS);
  }
}
