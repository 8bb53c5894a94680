package dev.eddyline.console;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.console.Paging.Placed;
import dev.eddyline.console.Paging.Spot;
import dev.eddyline.outputs.OutputJson;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import io.javalin.config.JavalinConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** What the view answers alone: overview, newest outputs, tasks, verdicts, gates. */
final class ViewPages implements Pages {

  private final View view;
  private final Supplier<ActiveTasks.Figures> active;

  /**
   * Pages of this view.
   *
   * @param active tasks with an event lately
   */
  ViewPages(View view, Supplier<ActiveTasks.Figures> active) {
    this.view = view;
    this.active = active;
  }

  @Override
  public void addTo(JavalinConfig config) {
    config.routes.get("/api/v1/overview", http -> new Params(http).answer(overview()));
    config.routes.get(
        "/api/v1/feed/recent", http -> new Params(http).answer(recent(new Params(http))));
    config.routes.get("/api/v1/tasks", http -> new Params(http).answer(tasks(new Params(http))));
    config.routes.get(
        "/api/v1/verdicts", http -> new Params(http).answer(verdicts(new Params(http))));
    config.routes.get(
        "/api/v1/verdict", http -> new Params(http).answer(verdict(new Params(http))));
    config.routes.get("/api/v1/gates", http -> new Params(http).answer(gates(new Params(http))));
    config.routes.get("/api/v1/gate", http -> new Params(http).answer(gate(new Params(http))));
  }

  private ObjectNode overview() {
    ActiveTasks.Figures tasks = active.get();
    boolean caughtUp = view.isCaughtUp();
    return view.read(kept -> OverviewJson.of(kept, view.now(), caughtUp, tasks));
  }

  private ObjectNode recent(Params params) {
    List<Told> newest = view.read(kept -> kept.told().newest(params.limit()));
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    ArrayNode items = json.putArray("items");
    newest.forEach(told -> items.add(ViewJson.output(told)));
    return json;
  }

  private ObjectNode tasks(Params params) {
    long now = view.now();
    Paging paging = new Paging(params);
    Predicate<TaskLine> wanted = task -> true;
    Optional<String> query = params.text("query").map(text -> text.toLowerCase(Locale.ROOT));
    Optional<TaskLine.State> state = params.symbol("state", TaskLine.State.class);
    Optional<LoopType> type = params.symbol("loopType", LoopType.class);
    Optional<String> agent = params.text("agent");
    Optional<String> workflow = params.text("workflow");
    if (query.isPresent()) {
      wanted = wanted.and(it -> it.taskId().toLowerCase(Locale.ROOT).contains(query.get()));
    }
    if (state.isPresent()) {
      wanted = wanted.and(it -> it.state(now) == state.get());
    }
    if (type.isPresent()) {
      wanted = wanted.and(it -> it.loopTypes().contains(type.get()));
    }
    if (agent.isPresent()) {
      wanted = wanted.and(it -> agent.get().equals(it.agentId()));
    }
    if (workflow.isPresent()) {
      wanted = wanted.and(it -> workflow.get().equals(it.workflow()));
    }
    Predicate<TaskLine> all = wanted;
    return view.read(
        kept -> {
          List<Placed<TaskLine>> found = new ArrayList<>();
          for (TaskLine task : kept.tasks()) {
            if (all.test(task)) {
              found.add(new Placed<>(new Spot(-task.lastAt(), task.key()), task));
            }
          }
          return paging.of(found, task -> ViewJson.summary(task, now));
        });
  }

  private ObjectNode verdicts(Params params) {
    Paging paging = new Paging(params);
    Optional<String> task = params.text("task");
    Optional<String> root = params.text("root");
    Optional<String> agent = params.text("agent");
    Optional<LoopType> type = params.symbol("loopType", LoopType.class);
    Optional<Action> action = params.symbol("action", Action.class);
    Optional<Boolean> shadow = params.flag("shadow");
    long from = params.number("from").orElse(Long.MIN_VALUE);
    long to = params.number("to").orElse(Long.MAX_VALUE);
    List<Placed<LoopVerdict>> found = new ArrayList<>();
    for (Told told : view.read(Kept::verdicts)) {
      LoopVerdict verdict = (LoopVerdict) told.record();
      boolean wanted =
          isOrAny(task, verdict.getTaskId())
              && isOrAny(root, verdict.getRootTaskId())
              && isOrAny(agent, verdict.getAgentId())
              && isOrAny(type, verdict.getLoopType())
              && isOrAny(action, verdict.getAction())
              && isOrAny(shadow, verdict.getShadow())
              && from <= told.at()
              && told.at() < to;
      if (wanted) {
        found.add(new Placed<>(Spot.newestFirst(told.at(), told.id()), verdict));
      }
    }
    return paging.of(found, OutputJson::verdict);
  }

  private static <T> boolean isOrAny(Optional<T> wanted, T value) {
    return wanted.isEmpty() || Objects.equals(wanted.get(), value);
  }

  private ObjectNode verdict(Params params) {
    String id = params.required("id");
    Told told = view.read(kept -> kept.verdict(id));
    if (told == null) {
      view.requireCaughtUp();
      throw ApiException.of(
          404, "no verdict of this id is kept here: it is older, or there never was one");
    }
    return OutputJson.verdict((LoopVerdict) told.record());
  }

  private ObjectNode gates(Params params) {
    Paging paging = new Paging(params);
    String state = params.word("state", "open", "open", "closed", "all");
    return view.read(
        kept -> {
          List<Placed<GateLine>> found = new ArrayList<>();
          if (!state.equals("closed")) {
            for (GateLine gate : kept.open()) {
              // before all closed ones
              long rank = gate.openedAt() - Long.MAX_VALUE / 2;
              found.add(new Placed<>(spot(rank, gate), gate));
            }
          }
          if (!state.equals("open")) {
            kept.closed()
                .forEach(gate -> found.add(new Placed<>(spot(-gate.closedAt(), gate), gate)));
          }
          return paging.of(found, gate -> ViewJson.gate(gate, kept));
        });
  }

  private static Spot spot(long rank, GateLine gate) {
    return new Spot(rank, Spot.newestFirst(0, gate.gateId()).key());
  }

  private ObjectNode gate(Params params) {
    String id = params.required("id");
    return view.read(
        kept -> {
          GateLine gate = kept.gate(id);
          if (gate == null) {
            view.requireCaughtUp();
            throw ApiException.of(
                404, "no gate of this id is kept here: it was closed long ago, or never opened");
          }
          return ViewJson.gate(gate, kept);
        });
  }
}
