package dev.eddyline.console;

import dev.eddyline.schema.Evidence;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.text.Hash;
import dev.eddyline.text.Masking;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Computes a key that is equal for similar loops of different tasks. It covers the loop's type,
 * rule, pattern and newest cycle, with times, ids, task and session masked. Rotations of a cycle
 * have the same key. For a collaboration loop it also covers the agents.
 */
final class PatternKey {

  private static final Masking MASKING = Masking.shipped();

  private PatternKey() {}

  /** The pattern key of a loop. */
  static String of(LoopVerdict verdict) {
    List<String> parts = new ArrayList<>();
    parts.add(verdict.getLoopType().name());
    parts.add(String.valueOf(verdict.getRule()));
    if (verdict.getLoopType() == LoopType.REPEATED_ACTION) {
      parts.add(String.valueOf(verdict.getPattern()));
    }
    if (verdict.getLoopType() == LoopType.COLLABORATION_LOOP) {
      verdict.getAgents().stream().sorted().forEach(parts::add);
    }
    parts.addAll(leastRotation(maskedEvidenceOfNewestCycle(verdict)));
    return Hash.id(parts.toArray(String[]::new));
  }

  private static List<String> maskedEvidenceOfNewestCycle(LoopVerdict verdict) {
    List<Evidence> evidence = verdict.getEvidence();
    int length = Math.min(evidence.size(), Math.max(1, verdict.getPeriod()));
    return evidence.subList(evidence.size() - length, evidence.size()).stream()
        .map(event -> masked(event.getWhat(), verdict))
        .toList();
  }

  private static String masked(String what, LoopVerdict verdict) {
    String text = replaceIdWithPlaceholder(what, verdict.getTaskId(), "<task>");
    text = replaceIdWithPlaceholder(text, verdict.getRootTaskId(), "<task>");
    text = replaceIdWithPlaceholder(text, verdict.getSessionId(), "<session>");
    return MASKING.maskWithLines(text);
  }

  private static String replaceIdWithPlaceholder(String text, String name, String mask) {
    return name == null || name.isEmpty() ? text : text.replace(name, mask);
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
