package dev.eddyline.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.eddyline.access.TaskScope;
import dev.eddyline.app.LookupFailure;
import dev.eddyline.app.StoredTask;
import dev.eddyline.app.TaskLookup;
import dev.eddyline.graph.GraphSource;
import dev.eddyline.outputs.OutputJson;
import dev.eddyline.policy.PolicySource;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.streams.state.HostInfo;

/**
 * The page of any task. It comes from the task's owner, this or another instance. While the owner
 * is unavailable it comes from a standby replica, and without one from published outputs.
 */
final class TaskPages implements Pages {

  private static final int RETRY_SECONDS = 2;

  private final View view;
  private final TaskLookup tasks;
  private final PolicySource policies;
  private final GraphSource graphs;
  private final Peers peers;

  TaskPages(View view, TaskLookup tasks, PolicySource policies, GraphSource graphs, Peers peers) {
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
        http -> new Params(http).answer(task(http, new Params(http).require(Query.TASK_ID))));
    Route.LEADER_CONTEXT.serve(
        config,
        http -> {
          JsonNode task = task(http, new Params(http).require(Query.OF_TASK));
          JsonNode context = task.get("leaderContext");
          new Params(http).answer(context == null ? JsonNodeFactory.instance.nullNode() : context);
        });
  }

  private JsonNode task(Context http, String taskId) {
    Caller caller = Caller.of(http);
    Optional<Peers.Hop> asked =
        caller.isPeer()
            ? Optional.of(
                "standby".equals(http.header(Peers.HOP)) ? Peers.Hop.STANDBY : Peers.Hop.OWNER)
            : Optional.empty();
    return task(taskId, asked, caller.scope());
  }

  private JsonNode task(String taskId, Optional<Peers.Hop> asked, TaskScope scope) {
    TaskLookup.LookupResult answer = tasks.find(taskId);
    if (answer instanceof TaskLookup.LookupResult.TaskFound here) {
      return page(taskId, Optional.of(here.task()), scope, false, null).orElseThrow(this::unknown);
    }
    LookupFailure why = ((TaskLookup.LookupResult.TaskNotFound) answer).failure();
    if (why instanceof LookupFailure.UnknownTask) {
      return page(taskId, Optional.empty(), scope, false, null).orElseThrow(this::unknown);
    }
    if (asked.isPresent()) {
      Optional<StoredTask> copy =
          asked.get() == Peers.Hop.STANDBY ? tasks.findReplica(taskId) : Optional.empty();
      return copy.flatMap(facts -> page(taskId, Optional.of(facts), scope, true, null))
          .orElseThrow(() -> away("the task is not here"));
    }
    String obstacle = obstacle(why);
    return elsewhere(taskId, why, scope)
        .or(() -> copy(taskId, scope, obstacle))
        .or(() -> page(taskId, Optional.empty(), scope, false, obstacle))
        .orElseThrow(() -> away(obstacle));
  }

  private String obstacle(LookupFailure why) {
    if (why instanceof LookupFailure.NotReady unready) {
      return unready.reason();
    }
    if (!peers.canBeAsked()) {
      return "another instance has the task: set signing.secret on all, so that it can be asked";
    }
    Optional<HostInfo> owner = ((LookupFailure.OnOtherInstance) why).instance();
    return owner
        .map(
            host ->
                "instance %s:%d has the task and does not answer"
                    .formatted(host.host(), host.port()))
        .orElse(
            "another instance has the task: set application.server on all, so that it can be asked");
  }

  private Optional<JsonNode> elsewhere(String taskId, LookupFailure why, TaskScope scope) {
    return why instanceof LookupFailure.OnOtherInstance other && peers.canBeAsked()
        ? other.instance().flatMap(host -> peers.task(host, taskId, Peers.Hop.OWNER, scope))
        : Optional.empty();
  }

  /** The page from a standby replica, here or on another instance. */
  private Optional<JsonNode> copy(String taskId, TaskScope scope, String obstacle) {
    Optional<StoredTask> own = tasks.findReplica(taskId);
    if (own.isPresent()) {
      return page(taskId, own, scope, true, obstacle);
    }
    for (HostInfo other : peers.canBeAsked() ? tasks.standbyHosts(taskId) : List.<HostInfo>of()) {
      Optional<JsonNode> copy = peers.task(other, taskId, Peers.Hop.STANDBY, scope);
      if (copy.isPresent()) {
        return copy;
      }
    }
    return Optional.empty();
  }

  /** The page from this instance; empty where the task is unknown or outside the scope. */
  private Optional<JsonNode> page(
      String taskId, Optional<StoredTask> facts, TaskScope scope, boolean stale, String obstacle) {
    TaskJson task =
        view.read(
            kept ->
                new TaskReading(
                        kept, policies.current().effective(), graphs.current(), scope, view.now())
                    .of(taskId, facts));
    if (task == null) {
      return Optional.empty();
    }
    String here = tasks.ownHost().map(Peers::address).orElse("here");
    return Optional.of(OutputJson.tree(new TaskAnswerJson(task, here, stale, obstacle)));
  }

  /**
   * Whether a task that is known already belongs to a scope; also where it is not known.
   *
   * @throws ApiException 503 where that is unknown for now
   */
  boolean mayBeOf(TaskScope scope, String taskId) {
    try {
      JsonNode page = task(taskId, Optional.empty(), TaskScope.ALL);
      if (page.get("obstacle").isTextual()) {
        throw away(page.get("obstacle").textValue());
      }
      return scope.covers(taskId, page.path("workflow").textValue());
    } catch (ApiException refused) {
      if (refused.status() == 404) {
        return true;
      }
      throw refused;
    }
  }

  private ApiException unknown() {
    view.requireCaughtUp();
    return ApiException.of(404, "no task of this id is known");
  }

  private static ApiException away(String obstacle) {
    return ApiException.away(obstacle, RETRY_SECONDS);
  }
}
