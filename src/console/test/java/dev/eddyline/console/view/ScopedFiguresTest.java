package dev.eddyline.console.view;

import static dev.eddyline.console.ReplayedOutputs.failures;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.access.Role;
import dev.eddyline.access.TaskScope;
import dev.eddyline.console.ReplayedOutputs;
import dev.eddyline.console.TestAccessTokens;
import dev.eddyline.console.edge.GuardedServer;
import dev.eddyline.console.pages.ViewPages;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Figures of many scopes. */
class ScopedFiguresTest extends OutputProjectionTestBase {

  private static final String TOKEN = "token-of-the-prefix-ci";
  private static final long LIMIT_SECONDS = 60;

  private static TaskScope scope(int number) {
    return new TaskScope("t" + number, Set.of());
  }

  @Test
  void countsScopedFiguresIncrementally() {
    // Given
    applyAll(ReplayedOutputs.replayEventLines(failures("t1", 2)));
    List<LoopFigures> first =
        IntStream.range(0, OutputProjection.MAX_CACHED_SCOPES)
            .mapToObj(i -> projection.figures(scope(i)))
            .toList();

    // When
    applyAll(ReplayedOutputs.replayEventLines(failures("t1-more", 2)));
    List<LoopFigures> second =
        IntStream.range(0, OutputProjection.MAX_CACHED_SCOPES)
            .mapToObj(i -> projection.figures(scope(i)))
            .toList();

    // Then
    assertThat(OutputProjection.MAX_CACHED_SCOPES).isEqualTo(256);
    for (int i = 0; i < first.size(); i++) {
      assertThat(second.get(i)).isSameAs(first.get(i));
    }
    assertThat(loops(second.get(1))).isEqualTo(2);
    assertThat(loops(second.get(2))).isZero();
  }

  private static int loops(LoopFigures figures) {
    return figures.totals().sums(NOW).byType.values().stream().mapToInt(type -> type.loops).sum();
  }

  @Test
  void countsNewScopeConcurrently() {
    // Given
    OutputView view =
        new OutputView(Clock.fixed(ReplayedOutputs.START.plusSeconds(60), ZoneOffset.UTC));
    ReplayedOutputs.replayEventLines(failures("ci-1", 2))
        .forEach(output -> view.onOutput(output, null));
    ReplayedOutputs.replayEventLines(failures("vault-1", 2))
        .forEach(output -> view.onOutput(output, null));
    try (GuardedServer server =
        new GuardedServer(
            List.of(TestAccessTokens.namedToken(TOKEN, new TaskScope("ci-", Set.of()), Role.VIEW)),
            new ViewPages(view, () -> new ActiveTasks.ReportedTaskCount(0, 1, 1)))) {

      // When
      JsonNode overview =
          view.read(
              projection ->
                  CompletableFuture.supplyAsync(
                          () -> server.browser(TOKEN).get("/api/v1/overview").json())
                      .orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS)
                      .join());

      // Then
      assertThat(overview.at("/byType/0/loops").intValue()).isEqualTo(1);
    }
  }
}
