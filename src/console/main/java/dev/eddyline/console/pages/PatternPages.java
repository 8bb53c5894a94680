package dev.eddyline.console.pages;

import dev.eddyline.access.TaskScope;
import dev.eddyline.console.edge.Caller;
import dev.eddyline.console.edge.QueryParams;
import dev.eddyline.console.edge.QueryParams.PatternOrder;
import dev.eddyline.console.edge.Route;
import dev.eddyline.console.json.PatternJson;
import dev.eddyline.console.view.GateProjection;
import dev.eddyline.console.view.HourlyTotals;
import dev.eddyline.console.view.LoopPattern;
import dev.eddyline.console.view.OutputProjection;
import dev.eddyline.console.view.OutputView;
import dev.eddyline.console.web.CpuLimiter;
import dev.eddyline.console.web.PageJson;
import dev.eddyline.console.web.Pages;
import dev.eddyline.console.web.Paging;
import dev.eddyline.console.web.Paging.SortKey;
import dev.eddyline.console.web.Paging.SortedItem;
import dev.eddyline.console.web.Params;
import dev.eddyline.outputs.CostJson;
import dev.eddyline.schema.LoopType;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The patterns of loops across tasks. */
public final class PatternPages implements Pages {

  private final OutputView view;
  private final CpuLimiter cpuLimiter;

  /** Serves the patterns of this view. */
  public PatternPages(OutputView view) {
    this.view = view;
    this.cpuLimiter = CpuLimiter.SHARED;
  }

  @Override
  public void addTo(JavalinConfig config) {
    Route.PATTERNS.serve(config, this::patterns);
  }

  private void patterns(Context http) {
    Params params = new Params(http);
    TaskScope scope = Caller.of(http).scope();
    Paging paging = new Paging(params);
    Filter filter = new Filter(params, view.now());
    PatternOrder order = params.read(QueryParams.PATTERN_ORDER).orElse(PatternOrder.COUNT);
    params.answer(
        cpuLimiter.run(
            () -> view.read(projection -> page(projection, scope, paging, filter, order))));
  }

  private PageJson<PatternJson> page(
      OutputProjection projection,
      TaskScope scope,
      Paging paging,
      Filter filter,
      PatternOrder order) {
    List<SortedItem<LoopPattern>> found =
        projection.figures(scope).patterns().all().stream()
            .filter(filter::selects)
            .map(
                pattern ->
                    new SortedItem<>(
                        new SortKey(
                            rank(pattern, filter, order),
                            SortKey.newestFirst(0, pattern.id()).key()),
                        pattern))
            .toList();
    PatternGates gates = new PatternGates(projection, scope);
    return paging.toPageJson(found, pattern -> json(pattern, filter, gates));
  }

  private static long rank(LoopPattern pattern, Filter filter, PatternOrder order) {
    return switch (order) {
      case COUNT -> -filter.loops(pattern);
      case NEWEST -> -pattern.lastAt();
      case COST -> -GateQueries.micros(pattern.cost());
    };
  }

  private PatternJson json(LoopPattern pattern, Filter filter, PatternGates gates) {
    List<GateProjection> closed = gates.closed(pattern.id());
    return new PatternJson(
        pattern.id(),
        pattern.headline(),
        pattern.reason(),
        pattern.loopType(),
        pattern.rule(),
        filter.loops(pattern),
        List.copyOf(pattern.agents()),
        List.copyOf(pattern.workflows()),
        pattern.tasks().count(),
        pattern.tasks().isOverLimit(),
        pattern.newestTasks(),
        pattern.firstAt(),
        pattern.lastAt(),
        pattern.loopsByHour(view.now()),
        CostJson.of(pattern.cost()),
        gates.open(pattern.id()).size(),
        closed.size(),
        gates.resolutions(closed),
        gates.guidance(closed),
        gates.remedies(pattern.id()));
  }

  /** The patterns that a request asks for. */
  private static final class Filter {

    private final Optional<String> patternId;
    private final Optional<String> query;
    private final Optional<String> agent;
    private final Optional<String> workflow;
    private final Optional<LoopType> type;
    private final long from;
    private final long to;

    Filter(Params params, long now) {
      patternId = params.read(QueryParams.PATTERN_ID);
      query = params.read(QueryParams.PATTERN_TEXT).map(text -> text.toLowerCase(Locale.ROOT));
      agent = params.read(QueryParams.AGENT);
      workflow = params.read(QueryParams.WORKFLOW);
      type = params.read(QueryParams.LOOP_TYPE);
      long start = HourlyTotals.retentionStartMillis(now);
      from = Math.max(start, params.read(QueryParams.FROM_HOUR).orElse(start));
      to = params.read(QueryParams.TO_HOUR).orElse(Long.MAX_VALUE);
    }

    boolean selects(LoopPattern pattern) {
      return patternId.map(pattern.id()::equals).orElse(true)
          && agent.map(pattern.agents()::contains).orElse(true)
          && workflow.map(pattern.workflows()::contains).orElse(true)
          && type.map(it -> it == pattern.loopType()).orElse(true)
          && query.map(text -> contains(pattern, text)).orElse(true)
          && loops(pattern) > 0;
    }

    /** The loops of a pattern in the hours that are asked for. */
    int loops(LoopPattern pattern) {
      return pattern.loopsBetween(from, to);
    }

    private static boolean contains(LoopPattern pattern, String text) {
      return Stream.of(pattern.headline(), pattern.reason())
          .anyMatch(field -> field.toLowerCase(Locale.ROOT).contains(text));
    }
  }
}
