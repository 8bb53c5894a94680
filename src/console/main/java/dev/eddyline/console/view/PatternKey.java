package dev.eddyline.console.view;

import dev.eddyline.schema.Evidence;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.text.Hash;
import dev.eddyline.text.Masking;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Computes a key that is equal for similar loops of different tasks: those of one loop type, and of
 * one custom detector, whose newest events differ only in times, ids, task and other volatile
 * parts. Rotations of a cycle have the same key. A verdict and the gate that it opens have the same
 * key, since they have the same evidence: a pattern of loops is the cause of its gates.
 */
final class PatternKey {

  private static final Masking MASKING = Masking.shipped();

  /** Types whose evidence is one repetition of the cycle. */
  private static final Set<LoopType> CYCLES =
      EnumSet.of(
          LoopType.TRANSITION_PATTERN, LoopType.OSCILLATING_CYCLE, LoopType.CROSS_TASK_CYCLE);

  private PatternKey() {}

  /** The pattern key of a loop. */
  static String of(LoopVerdict verdict) {
    return of(
        detector(verdict.getLoopType(), verdict.getRule()),
        CYCLES.contains(verdict.getLoopType()),
        verdict.getEvidence(),
        verdict.getReason(),
        List.of(verdict.getTaskId(), verdict.getRootTaskId()));
  }

  /** The pattern key of a gate, from a change with evidence. */
  static String ofGate(GateTrigger change) {
    return of(
        detector(change.getLoopType(), change.getRule()),
        CYCLES.contains(change.getLoopType()),
        change.getEvidence(),
        change.getReason(),
        List.of(change.getTaskId(), change.getRootTaskId()));
  }

  /** The loop type; for a loop of a custom detector also its name, after a space. */
  private static String detector(LoopType type, @Nullable String rule) {
    return rule == null ? type.name() : type.name() + " " + rule;
  }

  private static String of(
      String detector,
      boolean isCycle,
      List<Evidence> evidence,
      String reason,
      List<String> taskIds) {
    List<String> texts = new ArrayList<>(List.of(reason));
    if (!evidence.isEmpty()) {
      int length = isCycle ? evidence.size() : 1;
      texts.clear();
      evidence
          .subList(evidence.size() - length, evidence.size())
          .forEach(event -> texts.add(event.getWhat()));
    }
    texts.replaceAll(text -> masked(text, taskIds));
    List<String> parts = new ArrayList<>(List.of(detector));
    parts.addAll(leastRotation(texts));
    return Hash.id(parts.toArray(String[]::new));
  }

  private static String masked(String what, List<String> taskIds) {
    String text = what;
    for (String id : taskIds) {
      text = id.isEmpty() ? text : text.replace(id, "<task>");
    }
    return MASKING.maskWithLines(text);
  }

  private static List<String> leastRotation(List<String> cycle) {
    List<String> least = cycle;
    for (int distance = 1; distance < cycle.size(); distance++) {
      List<String> rotated = new ArrayList<>(cycle);
      Collections.rotate(rotated, distance);
      least = isBefore(rotated, least) ? rotated : least;
    }
    return least;
  }

  private static boolean isBefore(List<String> one, List<String> other) {
    for (int index = 0; index < one.size(); index++) {
      int order = one.get(index).compareTo(other.get(index));
      if (order != 0) {
        return order < 0;
      }
    }
    return false;
  }
}
