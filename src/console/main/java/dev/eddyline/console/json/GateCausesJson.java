package dev.eddyline.console.json;

import dev.eddyline.console.view.GateProjection;
import dev.eddyline.json.Doc;
import dev.eddyline.outputs.CostJson;
import dev.eddyline.outputs.GateJson;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopType;
import dev.eddyline.state.Costs;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Gates by cause, in JSON. */
@Doc(
    "Gates by cause: those with the same loop type, the same custom detector and, apart from"
        + " volatile parts, the same event.")
public record GateCausesJson(
    @Doc("The causes: most gates first, then the oldest gate; 500 at most.") List<Cause> causes,
    @Doc("The number of causes.") int total,
    @Doc("The number of gates of all causes.") int gates) {

  private static final int MAX_CAUSES = 500;
  private static final int MAX_NAMES = 20;

  /** A cause. */
  @Doc("A cause of gates.")
  record Cause(
      @Doc("The key that its gates have as `cause`.") String cause,
      @Doc("What repeats, in one line, at the newest gate.") String headline,
      LoopType loopType,
      @Doc("The number of its gates.") int gates,
      @Doc("Agents of its gates, 20 at most.") Set<String> agents,
      @Doc("Workflows of its gates, 20 at most.") Set<String> workflows,
      @Doc("When its oldest gate was opened, epoch milliseconds.") long oldestAt,
      @Doc("When its newest gate was opened, epoch milliseconds.") long newestAt,
      @Doc("Tokens of its gates' loops.") long tokens,
      @Doc("US dollars of its gates' loops.") double usd) {}

  /** Sums up the gates of a cause. Not thread-safe. */
  private static final class Sum {
    private final Set<String> agents = new LinkedHashSet<>();
    private final Set<String> workflows = new LinkedHashSet<>();
    private GateProjection newest;
    private int gates;
    private long oldestAt = Long.MAX_VALUE;
    private long tokens;
    private double usd;

    private void add(GateProjection gate) {
      GateTrigger change = gate.newestChangeWithEvidence();
      newest = newest == null || gate.openedAt() > newest.openedAt() ? gate : newest;
      gates++;
      oldestAt = Math.min(oldestAt, gate.openedAt());
      Cost cost = change.getCost();
      tokens = Costs.saturatedSum(tokens, cost.getTokens());
      usd += cost.getCostUsd();
      addName(agents, change.getAgentId());
      addName(workflows, change.getWorkflow());
    }

    private static void addName(Set<String> names, String name) {
      if (name != null && names.size() < MAX_NAMES) {
        names.add(name);
      }
    }

    private Cause toCause() {
      GateTrigger change = newest.newestChangeWithEvidence();
      return new Cause(
          newest.cause(),
          GateJson.of(change).headline(),
          change.getLoopType(),
          gates,
          agents,
          workflows,
          oldestAt,
          newest.openedAt(),
          tokens,
          CostJson.roundedUsd(usd));
    }
  }

  /** The causes of these gates. */
  public static GateCausesJson of(Stream<GateProjection> gates) {
    Map<String, Sum> sums = new LinkedHashMap<>();
    gates.forEach(gate -> sums.computeIfAbsent(gate.cause(), none -> new Sum()).add(gate));
    List<Cause> causes =
        sums.values().stream()
            .map(Sum::toCause)
            .sorted(
                Comparator.comparingInt(Cause::gates)
                    .reversed()
                    .thenComparingLong(Cause::oldestAt)
                    .thenComparing(Cause::cause))
            .toList();
    return new GateCausesJson(
        causes.size() > MAX_CAUSES ? causes.subList(0, MAX_CAUSES) : causes,
        causes.size(),
        causes.stream().mapToInt(Cause::gates).sum());
  }
}
