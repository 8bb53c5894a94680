package dev.eddyline.console.pages;

import dev.eddyline.access.TaskScope;
import dev.eddyline.console.edge.QueryParams;
import dev.eddyline.console.edge.QueryParams.GateChoice;
import dev.eddyline.console.view.GateProjection;
import dev.eddyline.console.view.OutputProjection;
import dev.eddyline.console.web.Params;
import dev.eddyline.outputs.GateJson;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopType;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Selects the gates that a request asks for. */
final class GateFilter {

  private final GateChoice state;
  private final Optional<String> query;
  private final Optional<String> agent;
  private final Optional<String> workflow;
  private final Optional<LoopType> type;
  private final Optional<String> cause;

  GateFilter(Params params) {
    state = params.read(QueryParams.GATE_STATE).orElse(GateChoice.OPEN);
    query = params.read(QueryParams.GATE_TEXT).map(text -> text.toLowerCase(Locale.ROOT));
    agent = params.read(QueryParams.AGENT);
    workflow = params.read(QueryParams.WORKFLOW);
    type = params.read(QueryParams.LOOP_TYPE);
    cause = params.read(QueryParams.CAUSE);
  }

  /** The selected gates that a scope covers, in any order. */
  Stream<GateProjection> select(OutputProjection projection, TaskScope scope) {
    Stream<GateProjection> open =
        state == GateChoice.CLOSED ? Stream.of() : projection.openGates().stream();
    Stream<GateProjection> closed =
        state == GateChoice.OPEN ? Stream.of() : projection.closedGates().stream();
    return Stream.concat(open, closed)
        .filter(gate -> projection.isCovered(gate, scope))
        .filter(this::isSelected);
  }

  private boolean isSelected(GateProjection gate) {
    GateTrigger change = gate.newestChangeWithEvidence();
    return isAbsentOrEqual(cause, gate.cause())
        && isAbsentOrEqual(agent, change.getAgentId())
        && isAbsentOrEqual(workflow, change.getWorkflow())
        && isAbsentOrEqual(type, change.getLoopType())
        && (query.isEmpty() || contains(change, query.get()));
  }

  private static boolean contains(GateTrigger change, String text) {
    return Stream.of(
            change.getRootTaskId(),
            change.getTaskId(),
            change.getGateId(),
            GateJson.of(change).headline(),
            change.getText())
        .anyMatch(field -> field.toLowerCase(Locale.ROOT).contains(text));
  }

  private static <T> boolean isAbsentOrEqual(Optional<T> wanted, T value) {
    return wanted.isEmpty() || Objects.equals(wanted.get(), value);
  }
}
