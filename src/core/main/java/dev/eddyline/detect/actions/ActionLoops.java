package dev.eddyline.detect.actions;

import dev.eddyline.detect.api.Agents;
import dev.eddyline.detect.api.BoundedLists;
import dev.eddyline.detect.api.CallExcerpts;
import dev.eddyline.detect.api.EnrichedEvent;
import dev.eddyline.detect.api.Loops;
import dev.eddyline.detect.api.Rotation;
import dev.eddyline.detect.api.ToolTexts;
import dev.eddyline.outcome.Outcome;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.SeenEvent;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Builds loops from patterns of repeated actions. */
final class ActionLoops {

  /** Maximum evidence entries between the first and the last. */
  private static final int MAX_BETWEEN = 5;

  private ActionLoops() {}

  /** The loop for a pattern. */
  static FoundLoop buildLoop(
      ActionPattern pattern, EnrichedEvent enriched, RepeatedActionLimits limits) {
    return buildLoop(pattern, eventText(enriched), enriched, limits);
  }

  /**
   * The same for an event whose text is not available.
   *
   * @param newest text of the event
   */
  static FoundLoop buildLoop(
      ActionPattern pattern, String newest, EnrichedEvent enriched, RepeatedActionLimits limits) {
    List<SeenEvent> evidence = evidence(pattern, newest, enriched);
    FoundLoop.Builder loop =
        Loops.newLoopBuilder(
            LoopType.REPEATED_ACTION,
            evidence,
            evidence.get(0),
            pattern.first().costBefore(),
            enriched);
    for (ToolAction action : pattern.members()) {
      // a systematic search is stored as unknown
      if (action.outcome() != null && action.outcome() != Outcome.UNKNOWN) {
        Loops.setOutcome(loop, action.eventId(), action.outcome(), null);
      }
    }
    Loops.setOutcome(loop, enriched);
    return loop.setPattern(pattern.kind().name().toLowerCase(Locale.ROOT))
        .setIdentity(identity(pattern))
        .setPeriod(pattern.period())
        .setOccurrences(pattern.occurrences())
        .setAttempts(pattern.occurrences())
        .setMeasured(pattern.occurrences())
        .setLimit(pattern.limit())
        .setReason(reason(pattern, enriched, limits))
        .setRepeated(repeated(pattern, enriched))
        .setAgents(agents(pattern, enriched))
        .build();
  }

  private static String identity(ActionPattern pattern) {
    ToolAction newest = pattern.newest();
    return switch (pattern.kind()) {
      case EXACT, INTERLEAVED -> "call " + Long.toHexString(newest.call());
      case CYCLE -> "cycle " + calls(pattern);
      case NEAR, STAGNANT -> "tool " + newest.tool();
    };
  }

  private static String reason(
      ActionPattern pattern, EnrichedEvent enriched, RepeatedActionLimits limits) {
    ToolAction newest = pattern.newest();
    String tool = tool(newest, enriched);
    String known = newest.result() == null ? "was made" : "gave the same result";
    String how = newest.failed() ? "failed the same way" : known;
    int times = pattern.occurrences();
    return switch (pattern.kind()) {
      case EXACT -> "The same call of %s %s %d times running".formatted(tool, how, times);
      case CYCLE ->
          "The calls %s were made %d times, one round after the other, with the same results"
              .formatted(enriched.redaction().apply(tools(pattern)), times);
      case INTERLEAVED ->
          "The same call of %s %s %d times within the last %d calls, other work between"
              .formatted(tool, how, times, limits.interleavedWithin());
      case NEAR ->
          "%s failed the same way %d times running, with arguments that differ little"
              .formatted(tool, times);
      case STAGNANT ->
          "%s %s %d times running, with other arguments each time".formatted(tool, how, times);
    };
  }

  /** The first, up to five before the last, and the last. */
  private static List<SeenEvent> evidence(
      ActionPattern pattern, String newest, EnrichedEvent enriched) {
    String newestText = enriched.redaction().apply(newest);
    List<ToolAction> earlier = new ArrayList<>(pattern.members());
    earlier.remove(earlier.size() - 1);
    earlier.removeIf(action -> action.eventId().equals(pattern.first().eventId()));
    List<ToolAction> shown = new ArrayList<>(BoundedLists.newest(earlier, MAX_BETWEEN));
    shown.add(0, pattern.first());
    List<SeenEvent> evidence = new ArrayList<>();
    for (ToolAction action : shown) {
      boolean sameCall =
          pattern.kind() == ActionPattern.PatternKind.STAGNANT
              || action.call() == pattern.newest().call();
      String text = sameCall ? newestText : call(action, enriched).orElse(tool(action, enriched));
      evidence.add(action.evidence(text));
    }
    evidence.add(enriched.evidence(newest));
    return evidence;
  }

  /** The calls of a round, the newest variants, or the one call; empty if they are not known. */
  private static List<String> repeated(ActionPattern pattern, EnrichedEvent enriched) {
    if (enriched.texts().calls().isEmpty()) {
      return List.of();
    }
    if (pattern.kind() == ActionPattern.PatternKind.CYCLE) {
      return actionsOfLastPeriod(pattern).stream()
          .map(action -> call(action, enriched).orElse(tool(action, enriched)))
          .toList();
    }
    List<String> known =
        pattern.members().stream()
            .flatMap(action -> call(action, enriched).stream())
            .distinct()
            .toList();
    return BoundedLists.newest(known, pattern.isOfOneCall() ? 1 : CallExcerpts.MAX_LISTED);
  }

  /** The call of an action, redacted; empty if it is not known. */
  private static Optional<String> call(ToolAction action, EnrichedEvent enriched) {
    return action.eventId().equals(enriched.event().getEventId())
        ? enriched.texts().newestCall()
        : enriched.texts().calls().flatMap(calls -> calls.answeredBy(action.eventId()));
  }

  private static String tool(ToolAction action, EnrichedEvent enriched) {
    return enriched.redaction().apply(action.tool());
  }

  /** The event's text: tool and output, or tool and arguments. */
  static String eventText(EnrichedEvent enriched) {
    if (enriched.event().getBody() instanceof ToolReturned returned) {
      return ToolTexts.describe(returned);
    }
    return ToolTexts.describe((ToolCalled) enriched.event().getBody());
  }

  private static List<String> agents(ActionPattern pattern, EnrichedEvent enriched) {
    List<String> agents = List.of(pattern.first().agentId());
    for (ToolAction action : pattern.members()) {
      agents = Agents.with(agents, action.agentId());
    }
    return Agents.with(agents, enriched.event().getAgentId());
  }

  private static List<ToolAction> actionsOfLastPeriod(ActionPattern pattern) {
    return BoundedLists.newest(pattern.members(), pattern.period());
  }

  private static String tools(ActionPattern pattern) {
    return actionsOfLastPeriod(pattern).stream()
        .map(ToolAction::tool)
        .collect(Collectors.joining(" → "));
  }

  private static String calls(ActionPattern pattern) {
    return Rotation.smallest(
        actionsOfLastPeriod(pattern).stream()
            .map(action -> Long.toHexString(action.call()))
            .toList());
  }
}
