package dev.eddyline.console.pages;

import dev.eddyline.access.TaskScope;
import dev.eddyline.console.edge.Caller;
import dev.eddyline.console.edge.QueryParams;
import dev.eddyline.console.edge.Route;
import dev.eddyline.console.json.EntryJson;
import dev.eddyline.console.json.OverviewJson;
import dev.eddyline.console.json.RecentJson;
import dev.eddyline.console.json.TaskSummaryJson;
import dev.eddyline.console.view.ActiveTasks;
import dev.eddyline.console.view.OutputEntry;
import dev.eddyline.console.view.OutputProjection;
import dev.eddyline.console.view.OutputView;
import dev.eddyline.console.view.ScopedTasks;
import dev.eddyline.console.view.TaskProjection;
import dev.eddyline.console.web.ApiException;
import dev.eddyline.console.web.CpuLimiter;
import dev.eddyline.console.web.PageJson;
import dev.eddyline.console.web.Pages;
import dev.eddyline.console.web.Paging;
import dev.eddyline.console.web.Paging.SortKey;
import dev.eddyline.console.web.Paging.SortedItem;
import dev.eddyline.console.web.Param;
import dev.eddyline.console.web.Params;
import dev.eddyline.outputs.VerdictJson;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.state.TaskState;
import io.javalin.config.JavalinConfig;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.StreamSupport;

/** Pages that the view alone answers: overview, newest outputs, tasks, verdicts, gates. */
public final class ViewPages implements Pages {

  private final OutputView view;
  private final GateQueries gates;
  private final Supplier<ActiveTasks.ReportedTaskCount> active;
  private final Function<String, Optional<TaskState>> currentState;
  private final Supplier<List<OverviewJson.BlindHooks>> blindHooks;
  private final CpuLimiter cpuLimiter;

  /**
   * Pages of this view.
   *
   * @param active the recently active tasks
   * @param currentState the stored state of a task; empty where this instance does not have it
   * @param blindHooks hooks that were not evaluated
   */
  public ViewPages(
      OutputView view,
      Supplier<ActiveTasks.ReportedTaskCount> active,
      Function<String, Optional<TaskState>> currentState,
      Supplier<List<OverviewJson.BlindHooks>> blindHooks) {
    this(view, active, currentState, blindHooks, CpuLimiter.SHARED);
  }

  /** The same without stored states and hooks. */
  public ViewPages(OutputView view, Supplier<ActiveTasks.ReportedTaskCount> active) {
    this(view, active, CpuLimiter.SHARED);
  }

  /** The same, with a limiter for expensive pages. */
  ViewPages(
      OutputView view, Supplier<ActiveTasks.ReportedTaskCount> active, CpuLimiter cpuLimiter) {
    this(view, active, taskId -> Optional.empty(), List::of, cpuLimiter);
  }

  private ViewPages(
      OutputView view,
      Supplier<ActiveTasks.ReportedTaskCount> active,
      Function<String, Optional<TaskState>> currentState,
      Supplier<List<OverviewJson.BlindHooks>> blindHooks,
      CpuLimiter cpuLimiter) {
    this.view = view;
    gates = new GateQueries(view);
    this.active = active;
    this.currentState = currentState;
    this.blindHooks = blindHooks;
    this.cpuLimiter = cpuLimiter;
  }

  @Override
  public void addTo(JavalinConfig config) {
    serve(config, Route.OVERVIEW, (params, scope) -> overview(scope));
    serve(config, Route.RECENT, withCpuLimit(this::recent));
    serve(config, Route.TASKS, withCpuLimit(this::tasks));
    serve(config, Route.VERDICTS, withCpuLimit(this::verdicts));
    serve(config, Route.VERDICT, this::verdict);
    serve(config, Route.GATES, withCpuLimit(gates::list));
    serve(config, Route.GATE_CAUSES, withCpuLimit(gates::listCauses));
    serve(config, Route.GATE, gates::find);
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
  private BiFunction<Params, TaskScope, Record> withCpuLimit(
      BiFunction<Params, TaskScope, ? extends Record> page) {
    return (params, scope) -> cpuLimiter.run(() -> page.apply(params, scope));
  }

  private OverviewJson overview(TaskScope scope) {
    // queries other instances, so it must not occupy a limited processor
    Optional<ActiveTasks.ReportedTaskCount> tasks =
        scope.isAll() ? Optional.of(active.get()) : Optional.empty();
    boolean caughtUp = view.isCaughtUp();
    return cpuLimiter.run(
        () ->
            view.read(
                projection ->
                    OverviewJson.of(
                        projection,
                        scope,
                        projection.figures(scope),
                        view.now(),
                        caughtUp,
                        tasks,
                        scope.isAll() ? blindHooks.get() : null)));
  }

  private RecentJson recent(Params params, TaskScope scope) {
    int limit = params.read(Param.LIMIT).orElse(Param.DEFAULT_ITEMS_PER_PAGE);
    List<OutputEntry> newest =
        view.read(
            projection ->
                StreamSupport.stream(projection.outputs().spliterator(), false)
                    .filter(output -> projection.isCovered(output, scope))
                    .limit(limit)
                    .toList());
    return new RecentJson(newest.stream().map(it -> EntryJson.of(it, scope)).toList());
  }

  private PageJson<TaskSummaryJson> tasks(Params params, TaskScope scope) {
    long now = view.now();
    Paging paging = new Paging(params);
    Predicate<TaskProjection> wanted = task -> true;
    Optional<String> query =
        params.read(QueryParams.ID_PART).map(text -> text.toLowerCase(Locale.ROOT));
    Optional<TaskProjection.State> state = params.read(QueryParams.TASK_STATE);
    Optional<LoopType> type = params.read(QueryParams.LOOP_TYPE);
    Optional<String> agent = params.read(QueryParams.AGENT);
    Optional<String> workflow = params.read(QueryParams.WORKFLOW);
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
    Predicate<TaskProjection> isWanted = wanted;
    Set<String> withoutOwnVerdict = new HashSet<>();
    PageJson<TaskSummaryJson> page =
        view.read(
            projection -> {
              List<SortedItem<TaskProjection>> found =
                  new ScopedTasks(projection, scope)
                      .all()
                      .filter(isWanted)
                      .map(task -> new SortedItem<>(new SortKey(-task.lastAt(), task.key()), task))
                      .toList();
              return paging.toPageJson(
                  found,
                  task -> {
                    if (!task.hasPublishedCost()) {
                      withoutOwnVerdict.add(task.taskId());
                    }
                    return TaskSummaryJson.of(task, projection, scope, now);
                  });
            });
    // without the view's lock, and for few tasks only: a read of a store takes long
    return page.map(
        task ->
            withoutOwnVerdict.contains(task.taskId())
                ? currentState.apply(task.taskId()).map(task::completeFrom).orElse(task)
                : task);
  }

  private PageJson<VerdictJson> verdicts(Params params, TaskScope scope) {
    Paging paging = new Paging(params);
    Optional<String> task = params.read(QueryParams.TASK);
    Optional<String> root = params.read(QueryParams.ROOT);
    Optional<String> agent = params.read(QueryParams.AGENT);
    Optional<LoopType> type = params.read(QueryParams.LOOP_TYPE);
    Optional<Action> action = params.read(QueryParams.ACTION);
    Optional<Boolean> shadow = params.read(QueryParams.SHADOW);
    long from = params.read(QueryParams.FROM).orElse(Long.MIN_VALUE);
    long to = params.read(QueryParams.TO).orElse(Long.MAX_VALUE);
    List<SortedItem<LoopVerdict>> found = new ArrayList<>();
    for (OutputEntry output : view.read(OutputProjection::verdicts)) {
      LoopVerdict verdict = (LoopVerdict) output.record();
      boolean wanted =
          scope.covers(verdict.getTaskId(), verdict.getWorkflow())
              && isAbsentOrEqual(task, verdict.getTaskId())
              && isAbsentOrEqual(root, verdict.getRootTaskId())
              && isAbsentOrEqual(agent, verdict.getAgentId())
              && isAbsentOrEqual(type, verdict.getLoopType())
              && isAbsentOrEqual(action, verdict.getAction())
              && isAbsentOrEqual(shadow, verdict.getShadow())
              && from <= output.at()
              && output.at() < to;
      if (wanted) {
        found.add(new SortedItem<>(SortKey.newestFirst(output.at(), output.id()), verdict));
      }
    }
    return paging.toPageJson(found, VerdictJson::of);
  }

  private static <T> boolean isAbsentOrEqual(Optional<T> wanted, T value) {
    return wanted.isEmpty() || Objects.equals(wanted.get(), value);
  }

  private VerdictJson verdict(Params params, TaskScope scope) {
    String id = params.require(QueryParams.VERDICT_ID);
    OutputEntry output = view.read(projection -> projection.verdict(id));
    if (output == null || !view.isCovered(output, scope)) {
      view.requireCaughtUp();
      throw ApiException.of(
          404, "no verdict has this id, or it is older than the console's history");
    }
    return VerdictJson.of((LoopVerdict) output.record());
  }
}
