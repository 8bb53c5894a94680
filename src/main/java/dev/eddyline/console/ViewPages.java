package dev.eddyline.console;

import dev.eddyline.access.TaskScope;
import dev.eddyline.console.Paging.Placed;
import dev.eddyline.console.Paging.Spot;
import dev.eddyline.console.Query.GateChoice;
import dev.eddyline.outputs.VerdictJson;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import io.javalin.config.JavalinConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.StreamSupport;

/** Pages that the view alone answers: overview, newest outputs, tasks, verdicts, gates. */
final class ViewPages implements Pages {

  private final View view;
  private final Supplier<ActiveTasks.Figures> active;
  private final ProcessorShare processors;

  /**
   * Pages of this view.
   *
   * @param active the recently active tasks
   */
  ViewPages(View view, Supplier<ActiveTasks.Figures> active) {
    this(view, active, ProcessorShare.OF_PROCESS);
  }

  /** The same, with a limiter for expensive pages. */
  ViewPages(View view, Supplier<ActiveTasks.Figures> active, ProcessorShare processors) {
    this.view = view;
    this.active = active;
    this.processors = processors;
  }

  @Override
  public void addTo(JavalinConfig config) {
    serve(config, Route.OVERVIEW, (params, scope) -> overview(scope));
    serve(config, Route.RECENT, inTurn(this::recent));
    serve(config, Route.TASKS, inTurn(this::tasks));
    serve(config, Route.VERDICTS, inTurn(this::verdicts));
    serve(config, Route.VERDICT, this::verdict);
    serve(config, Route.GATES, inTurn(this::gates));
    serve(config, Route.GATE, this::gate);
  }

  private static void serve(
      JavalinConfig config, Route route, BiFunction<Params, TaskScope, Record> page) {
    route.serve(
        config,
        http -> {
          Params params = new Params(http);
          params.answer(page.apply(params, Caller.of(http).scope()));
        });
  }

  /** Limits the concurrency of a page that filters or sorts many items. */
  private BiFunction<Params, TaskScope, Record> inTurn(
      BiFunction<Params, TaskScope, ? extends Record> page) {
    return (params, scope) -> processors.run(() -> page.apply(params, scope));
  }

  private OverviewJson overview(TaskScope scope) {
    // queries other instances, so it must not occupy a limited processor
    Optional<ActiveTasks.Figures> tasks =
        scope.isAll() ? Optional.of(active.get()) : Optional.empty();
    boolean caughtUp = view.isCaughtUp();
    return processors.run(
        () ->
            view.read(
                kept ->
                    OverviewJson.of(
                        kept, scope, kept.figures(scope), view.now(), caughtUp, tasks)));
  }

  private RecentJson recent(Params params, TaskScope scope) {
    int limit = params.read(Param.LIMIT).orElse(Param.ITEMS);
    List<Told> newest =
        view.read(
            kept ->
                StreamSupport.stream(kept.told().newestFirst().spliterator(), false)
                    .filter(told -> kept.isCovered(told, scope))
                    .limit(limit)
                    .toList());
    return new RecentJson(newest.stream().map(EntryJson::of).toList());
  }

  private PageJson<TaskSummaryJson> tasks(Params params, TaskScope scope) {
    long now = view.now();
    Paging paging = new Paging(params);
    Predicate<TaskLine> wanted = task -> true;
    Optional<String> query = params.read(Query.ID_PART).map(text -> text.toLowerCase(Locale.ROOT));
    Optional<TaskLine.State> state = params.read(Query.TASK_STATE);
    Optional<LoopType> type = params.read(Query.LOOP_TYPE);
    Optional<String> agent = params.read(Query.AGENT);
    Optional<String> workflow = params.read(Query.WORKFLOW);
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
          List<Placed<TaskLine>> found =
              new ScopedTasks(kept, scope)
                  .all()
                  .filter(all)
                  .map(task -> new Placed<>(new Spot(-task.lastAt(), task.key()), task))
                  .toList();
          return paging.of(found, task -> TaskSummaryJson.of(task, kept, scope, now));
        });
  }

  private PageJson<VerdictJson> verdicts(Params params, TaskScope scope) {
    Paging paging = new Paging(params);
    Optional<String> task = params.read(Query.TASK);
    Optional<String> root = params.read(Query.ROOT);
    Optional<String> agent = params.read(Query.AGENT);
    Optional<LoopType> type = params.read(Query.LOOP_TYPE);
    Optional<Action> action = params.read(Query.ACTION);
    Optional<Boolean> shadow = params.read(Query.SHADOW);
    long from = params.read(Query.FROM).orElse(Long.MIN_VALUE);
    long to = params.read(Query.TO).orElse(Long.MAX_VALUE);
    List<Placed<LoopVerdict>> found = new ArrayList<>();
    for (Told told : view.read(Kept::verdicts)) {
      LoopVerdict verdict = (LoopVerdict) told.record();
      boolean wanted =
          scope.covers(verdict.getTaskId(), verdict.getWorkflow())
              && isOrAny(task, verdict.getTaskId())
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
    return paging.of(found, VerdictJson::of);
  }

  private static <T> boolean isOrAny(Optional<T> wanted, T value) {
    return wanted.isEmpty() || Objects.equals(wanted.get(), value);
  }

  private VerdictJson verdict(Params params, TaskScope scope) {
    String id = params.require(Query.VERDICT_ID);
    Told told = view.read(kept -> kept.verdict(id));
    if (told == null || !view.isCovered(told, scope)) {
      view.requireCaughtUp();
      throw ApiException.of(
          404, "no verdict has this id, or it is older than the console's history");
    }
    return VerdictJson.of((LoopVerdict) told.record());
  }

  private PageJson<GateAnswerJson> gates(Params params, TaskScope scope) {
    Paging paging = new Paging(params);
    GateChoice state = params.read(Query.GATE_STATE).orElse(GateChoice.OPEN);
    return view.read(
        kept -> {
          List<Placed<GateLine>> found = new ArrayList<>();
          if (state != GateChoice.CLOSED) {
            for (GateLine gate : kept.open()) {
              // before all closed ones
              found.add(placed(gate.openedAt() - Long.MAX_VALUE / 2, gate));
            }
          }
          if (state != GateChoice.OPEN) {
            kept.closed().forEach(gate -> found.add(placed(-gate.closedAt(), gate)));
          }
          found.removeIf(gate -> !kept.isCovered(gate.item(), scope));
          return paging.of(found, gate -> GateAnswerJson.of(gate, kept, scope));
        });
  }

  private static Placed<GateLine> placed(long rank, GateLine gate) {
    return new Placed<>(new Spot(rank, Spot.newestFirst(0, gate.gateId()).key()), gate);
  }

  private GateAnswerJson gate(Params params, TaskScope scope) {
    String id = params.require(Query.GATE_ID);
    return view.read(
        kept -> {
          GateLine gate = kept.gate(id);
          if (gate == null || !kept.isCovered(gate, scope)) {
            view.requireCaughtUp();
            throw ApiException.of(404, "no gate has this id, or it was closed long ago");
          }
          return GateAnswerJson.of(gate, kept, scope);
        });
  }
}
