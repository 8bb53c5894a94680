package dev.eddyline.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.app.LeaderAnswer;
import dev.eddyline.app.TaskFacts;
import dev.eddyline.app.TaskLookup;
import dev.eddyline.graph.GraphSource;
import dev.eddyline.policy.PolicySource;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.util.Optional;
import org.apache.kafka.streams.state.HostInfo;

/**
 * The page of any task: from its owner, here or elsewhere; from a copy while the owner is away; and
 * from what was published where there is none.
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
    config.routes.get(
        "/api/v1/task",
        http -> new Params(http).answer(task(http, new Params(http).required("id"))));
    config.routes.get(
        "/api/v1/leader-context",
        http -> {
          JsonNode task = task(http, new Params(http).required("task"));
          JsonNode context = task.get("leaderContext");
          new Params(http).answer(context == null ? JsonNodeFactory.instance.nullNode() : context);
        });
  }

  private JsonNode task(Context http, String taskId) {
    Optional<Peers.Hop> asked =
        Optional.ofNullable(http.header(Peers.HOP))
            .map(hop -> hop.equals("standby") ? Peers.Hop.STANDBY : Peers.Hop.OWNER);
    TaskLookup.Answer answer = tasks.of(taskId);
    if (answer instanceof TaskLookup.Answer.Here here) {
      return page(taskId, Optional.of(here.facts()), false, null);
    }
    LeaderAnswer why = ((TaskLookup.Answer.NotHere) answer).why();
    if (why instanceof LeaderAnswer.Unknown) {
      return published(taskId, null).orElseThrow(this::unknown);
    }
    if (asked.isPresent()) {
      Optional<TaskFacts> copy =
          asked.get() == Peers.Hop.STANDBY ? tasks.copyOf(taskId) : Optional.empty();
      return copy.<JsonNode>map(facts -> page(taskId, Optional.of(facts), true, null))
          .orElseThrow(() -> away("the task is not here"));
    }
    String obstacle = obstacle(why);
    return elsewhere(taskId, why)
        .or(() -> copy(taskId, obstacle))
        .or(() -> published(taskId, obstacle))
        .orElseThrow(() -> away(obstacle));
  }

  private static String obstacle(LeaderAnswer why) {
    if (why instanceof LeaderAnswer.Unready unready) {
      return unready.reason();
    }
    Optional<HostInfo> owner = ((LeaderAnswer.Elsewhere) why).instance();
    return owner
        .map(
            host ->
                "instance %s:%d has the task and does not answer"
                    .formatted(host.host(), host.port()))
        .orElse(
            "another instance has the task: set application.server on all, so that it can be asked");
  }

  private Optional<JsonNode> elsewhere(String taskId, LeaderAnswer why) {
    return why instanceof LeaderAnswer.Elsewhere other
        ? other.instance().flatMap(host -> peers.ask(host, taskId, Peers.Hop.OWNER))
        : Optional.empty();
  }

  /** What a copy tells, ours or another's. */
  private Optional<JsonNode> copy(String taskId, String obstacle) {
    Optional<TaskFacts> own = tasks.copyOf(taskId);
    if (own.isPresent()) {
      return Optional.of(page(taskId, own, true, obstacle));
    }
    for (HostInfo other : tasks.standbys(taskId)) {
      Optional<JsonNode> copy = peers.ask(other, taskId, Peers.Hop.STANDBY);
      if (copy.isPresent()) {
        return copy;
      }
    }
    return Optional.empty();
  }

  private Optional<JsonNode> published(String taskId, String obstacle) {
    return Optional.ofNullable(page(taskId, Optional.empty(), false, obstacle));
  }

  private ObjectNode page(
      String taskId, Optional<TaskFacts> facts, boolean stale, String obstacle) {
    ObjectNode json =
        view.read(
            kept ->
                new TaskJson(kept, policies.current().inForce(), graphs.current(), view.now())
                    .of(taskId, facts));
    if (json == null) {
      return null;
    }
    String here = tasks.self().map(it -> it.host() + ":" + it.port()).orElse("here");
    return json.put("answeredBy", here).put("stale", stale).put("obstacle", obstacle);
  }

  private ApiException unknown() {
    view.requireCaughtUp();
    return ApiException.of(404, "no task of this id is known");
  }

  private static ApiException away(String obstacle) {
    return ApiException.away(obstacle, RETRY_SECONDS);
  }
}
