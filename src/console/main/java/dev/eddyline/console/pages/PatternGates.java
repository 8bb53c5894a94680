package dev.eddyline.console.pages;

import dev.eddyline.access.TaskScope;
import dev.eddyline.console.json.PatternJson;
import dev.eddyline.console.view.GateProjection;
import dev.eddyline.console.view.OutputEntry;
import dev.eddyline.console.view.OutputProjection;
import dev.eddyline.console.view.TaskProjection;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.GateTrigger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The gates of patterns that a scope covers, and what closed them. For a single read. */
final class PatternGates {

  private static final int MAX_GUIDANCE = 5;
  private static final int MAX_GUIDANCE_CHARS = 500;

  private final Map<String, List<GateProjection>> gatesByPattern = new HashMap<>();
  private final Set<String> recurredGateIds = new HashSet<>();
  private final OutputProjection projection;
  private final TaskScope scope;

  PatternGates(OutputProjection projection, TaskScope scope) {
    this.projection = projection;
    this.scope = scope;
    Stream.concat(projection.openGates().stream(), projection.closedGates().stream())
        .filter(gate -> projection.isCovered(gate, scope))
        .forEach(
            gate -> {
              gatesByPattern.computeIfAbsent(gate.cause(), key -> new ArrayList<>()).add(gate);
              String earlier = gate.newestChangeWithEvidence().getRecurrenceOf();
              if (earlier != null) {
                recurredGateIds.add(earlier);
              }
            });
  }

  /** The open gates of a pattern. */
  List<GateProjection> open(String patternId) {
    return gates(patternId).filter(GateProjection::isOpen).toList();
  }

  /** The closed gates of a pattern. */
  List<GateProjection> closed(String patternId) {
    return gates(patternId).filter(gate -> !gate.isOpen()).toList();
  }

  private Stream<GateProjection> gates(String patternId) {
    return gatesByPattern.getOrDefault(patternId, List.of()).stream();
  }

  /** What closed the gates, most frequent first. */
  List<PatternJson.Resolution> resolutions(List<GateProjection> closed) {
    return groups(closed, gate -> new DecisionGroup(gate.closingChange().getDecision(), ""))
        .entrySet()
        .stream()
        .map(
            group ->
                new PatternJson.Resolution(
                    group.getKey().decision(),
                    group.getValue().size(),
                    count(group.getValue(), this::hasRecurred),
                    count(group.getValue(), this::isUnknown)))
        .sorted(Comparator.comparingInt(PatternJson.Resolution::gates).reversed())
        .toList();
  }

  /** The guidance of the gates, the one that helped most often first. */
  List<PatternJson.Guidance> guidance(List<GateProjection> closed) {
    List<GateProjection> guided =
        closed.stream()
            .filter(
                gate ->
                    gate.closingChange().getDecision() != null
                        && !text(gate.closingChange()).isEmpty())
            .toList();
    return groups(
            guided,
            gate ->
                new DecisionGroup(gate.closingChange().getDecision(), text(gate.closingChange())))
        .entrySet()
        .stream()
        .map(
            group ->
                new PatternJson.Guidance(
                    group.getKey().guidance(),
                    group.getKey().decision(),
                    group.getValue().size(),
                    count(group.getValue(), this::hasRecurred),
                    count(group.getValue(), this::isUnknown)))
        .sorted(Comparator.comparingInt(PatternGates::balance).reversed())
        .limit(MAX_GUIDANCE)
        .toList();
  }

  /** The remedies that the newest gate shows, if the scope covers its tenant. */
  List<String> remedies(String patternId) {
    return gates(patternId)
        .max(Comparator.comparingLong(GateProjection::openedAt))
        .map(GateProjection::newestChangeWithEvidence)
        .filter(gate -> scope.coversTenant(gate.getTenant()))
        .map(GateTrigger::getSimilar)
        .orElse(List.of());
  }

  /** Gates with the same decision and guidance count together. */
  private record DecisionGroup(@Nullable Decision decision, String guidance) {}

  private static Map<DecisionGroup, List<GateProjection>> groups(
      List<GateProjection> gates, Function<GateProjection, DecisionGroup> group) {
    Map<DecisionGroup, List<GateProjection>> groups = new LinkedHashMap<>();
    gates.forEach(
        gate -> groups.computeIfAbsent(group.apply(gate), key -> new ArrayList<>()).add(gate));
    return groups;
  }

  /** Gates at which the guidance helped, less those after which the loop came back. */
  private static int balance(PatternJson.Guidance guidance) {
    // a rejection ends the task, which helps nobody
    int helped =
        guidance.decision() == Decision.REJECT
            ? 0
            : guidance.gates() - guidance.recurred() - guidance.unknown();
    return helped - guidance.recurred();
  }

  private static int count(List<GateProjection> gates, Predicate<GateProjection> counted) {
    return (int) gates.stream().filter(counted).count();
  }

  private boolean hasRecurred(GateProjection gate) {
    return recurredGateIds.contains(gate.gateId());
  }

  /** As in the loop memory: an approval helped when the task completes without the same loop. */
  private boolean isUnknown(GateProjection gate) {
    GateTrigger closing = gate.closingChange();
    boolean isApproval =
        closing.getDecision() == Decision.APPROVE
            || closing.getDecision() == Decision.APPROVE_OTHER_AGENT;
    if (!isApproval || hasRecurred(gate)) {
      return false;
    }
    TaskProjection root = projection.task(gate.rootTaskId());
    return root == null || !root.hasCompletedAfter(OutputEntry.of(closing).decidedAtPosition());
  }

  private static String text(GateTrigger closing) {
    String guidance = closing.getGuidance() == null ? "" : closing.getGuidance().strip();
    return guidance.length() <= MAX_GUIDANCE_CHARS
        ? guidance
        : guidance.substring(0, guidance.offsetByCodePoints(0, MAX_GUIDANCE_CHARS / 2)) + "…";
  }
}
