package dev.eddyline.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.LoopVerdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Pattern keys of similar loops in different tasks. */
class LikenessTest {

  private static String ofFailures(String task, String... messages) {
    List<String> lines = new ArrayList<>();
    for (String message : messages) {
      lines.add(
          "{\"taskId\":\"%s\",\"type\":\"failure_reported\",\"message\":\"%s\"}"
              .formatted(task, message));
    }
    return last(lines);
  }

  private static String ofTransitions(String task, int turn) {
    List<String> edges = new ArrayList<>(List.of("a,b", "b,c", "c,d", "d,a"));
    Collections.rotate(edges, turn);
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      String[] edge = edges.get(i % 4).split(",");
      lines.add(
          "{\"taskId\":\"%s\",\"type\":\"transition\",\"from\":\"%s\",\"to\":\"%s\",\"reason\":\"x\"}"
              .formatted(task, edge[0], edge[1]));
    }
    return last(lines);
  }

  private static String last(List<String> lines) {
    List<LoopVerdict> verdicts =
        Played.of(lines).stream()
            .filter(LoopVerdict.class::isInstance)
            .map(LoopVerdict.class::cast)
            .toList();
    return Likeness.of(verdicts.get(verdicts.size() - 1));
  }

  @Test
  void theSameFailureIsAlikeInEveryTask_whateverItsTimesAndIds() {
    assertThat(ofFailures("one", "one failed after 3.1 s", "one failed after 3.2 s"))
        .isEqualTo(ofFailures("two", "two failed after 7.3 s", "two failed after 7.9 s"))
        .isNotEqualTo(ofFailures("two", "other", "other"));
  }

  @Test
  void aCycleIsAlikeWhereverItBegins() {
    assertThat(ofTransitions("one", 0)).isEqualTo(ofTransitions("two", 2));
  }
}
