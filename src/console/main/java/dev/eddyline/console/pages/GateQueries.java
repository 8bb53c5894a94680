package dev.eddyline.console.pages;

import dev.eddyline.access.TaskScope;
import dev.eddyline.console.edge.QueryParams;
import dev.eddyline.console.edge.QueryParams.GateOrder;
import dev.eddyline.console.json.GateAnswerJson;
import dev.eddyline.console.json.GateCausesJson;
import dev.eddyline.console.view.GateProjection;
import dev.eddyline.console.view.OutputView;
import dev.eddyline.console.web.ApiException;
import dev.eddyline.console.web.PageJson;
import dev.eddyline.console.web.Paging;
import dev.eddyline.console.web.Paging.SortKey;
import dev.eddyline.console.web.Paging.SortedItem;
import dev.eddyline.console.web.Params;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.state.Costs;
import java.util.List;

/** The gates of a view, as requests select and order them. */
final class GateQueries {

  private static final double MICROS_PER_USD = 1_000_000;

  private final OutputView view;

  GateQueries(OutputView view) {
    this.view = view;
  }

  /** A page of selected gates, in the order that the request names. */
  PageJson<GateAnswerJson> list(Params params, TaskScope scope) {
    Paging paging = new Paging(params);
    GateFilter filter = new GateFilter(params);
    GateOrder order = params.read(QueryParams.GATE_ORDER).orElse(GateOrder.OLDEST);
    return view.read(
        projection -> {
          List<SortedItem<GateProjection>> found =
              filter
                  .select(projection, scope)
                  .map(gate -> gateWithSortKey(rank(gate, order), gate))
                  .toList();
          return paging.toPageJson(found, gate -> GateAnswerJson.of(gate, projection, scope));
        });
  }

  /** Closed gates follow the open ones. */
  private static long rank(GateProjection gate, GateOrder order) {
    if (!gate.isOpen()) {
      return Long.MAX_VALUE / 2 - gate.closedAt();
    }
    GateTrigger change = gate.newestChangeWithEvidence();
    return switch (order) {
      case OLDEST -> gate.openedAt();
      case NEWEST -> -gate.openedAt();
      case ATTEMPTS -> -change.getAttempts();
      case COST -> -micros(change.getCost());
    };
  }

  /** Millionths of a US dollar; a token counts as one, as many agents report tokens only. */
  static long micros(Cost cost) {
    return Costs.saturatedSum(Math.round(cost.getCostUsd() * MICROS_PER_USD), cost.getTokens());
  }

  /** The causes of selected gates. */
  GateCausesJson listCauses(Params params, TaskScope scope) {
    GateFilter filter = new GateFilter(params);
    return view.read(projection -> GateCausesJson.of(filter.select(projection, scope)));
  }

  private static SortedItem<GateProjection> gateWithSortKey(long rank, GateProjection gate) {
    return new SortedItem<>(new SortKey(rank, SortKey.newestFirst(0, gate.gateId()).key()), gate);
  }

  /**
   * The gate that the request names.
   *
   * @throws ApiException 404 when it is unknown, or outside the scope
   */
  GateAnswerJson find(Params params, TaskScope scope) {
    String id = params.require(QueryParams.GATE_ID);
    return view.read(
        projection -> {
          GateProjection gate = projection.gate(id);
          if (gate == null || !projection.isCovered(gate, scope)) {
            view.requireCaughtUp();
            throw ApiException.of(404, "no gate has this id, or it was closed long ago");
          }
          return GateAnswerJson.of(gate, projection, scope);
        });
  }
}
