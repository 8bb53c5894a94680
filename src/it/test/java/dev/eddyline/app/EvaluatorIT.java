package dev.eddyline.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.eddyline.TestTags;
import dev.eddyline.cluster.TopicsNotReadyException;
import dev.eddyline.config.Settings;
import dev.eddyline.evaluator.EvaluationWorker;
import dev.eddyline.evaluator.Evaluators;
import dev.eddyline.evaluator.ModelServer;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.PolicyReader;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.verify.Recomputation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The processor and {@code eddyline evaluator}, with a real broker and a real registry. */
@Tag(TestTags.SERVERS)
class EvaluatorIT {

  private static final int PARTITIONS = 2;
  private static final int OTHERS = 20;

  private static final String POLICY =
      """
      name: asking
      identical_failure: {enabled: true}
      regressive_progress: {enabled: true}
      no_measurable_progress: {enabled: true}
      external_fault: {enabled: true}
      evaluation: {enabled: true, every: 1s}
      """;

  private final TestCluster cluster = TestCluster.shared();
  private final Instant begin = Instant.now().minusSeconds(600);

  @TempDir private Path folder;

  private Settings settings(String prefix, Map<String, String> more) throws IOException {
    Path file = Files.writeString(folder.resolve("asking.yaml"), POLICY);
    Map<String, String> all = new HashMap<>(more);
    all.put("policy", file.toString());
    return cluster.settings(prefix, all);
  }

  private Settings model(String prefix, ModelServer server) throws IOException {
    return settings(
        prefix,
        Map.of("evaluator.url", server.url(), "evaluator.model", "m", "evaluator.timeout", "300"));
  }

  private void fails(EventFeed feed, String task, int minute, String message) {
    Instant at = begin.plusSeconds(60L * minute);
    feed.send(JsonEvents.failure(task, message, task + "-" + minute, at));
  }

  private static int answers(EventFeed feed) {
    return feed.records(TopicRole.PROGRESS_EVALUATIONS).size();
  }

  @Test
  void withoutAModelProgressIsEvaluatedByRules() throws Exception {
    // Given
    String prefix = "evaluated-by-rules-";
    TopicCatalogue topics = cluster.createTopics(prefix, PARTITIONS);
    Settings settings = settings(prefix, Map.of());
    try (EventFeed feed = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics);
        Application application = Application.start(settings);
        EvaluationWorker worker = EvaluationWorker.start(settings, Evaluators.of(settings))) {
      fails(feed, "T1", 0, "tsc: Found 1 errors in login.ts");
      fails(feed, "T1", 1, "lint: Found 3 errors in src");
      await().until(() -> answers(feed) == 1);
      fails(feed, "T1", 2, "tsc: Found 5 errors in session.ts");
      await().until(() -> answers(feed) == 2);

      // When
      fails(feed, "T1", 3, "lint: Found 8 errors in src and lib");

      // Then
      await().until(() -> !feed.verdicts().isEmpty());
      LoopVerdict verdict = feed.verdicts().get(0);
      assertThat(verdict.getEventId()).isEqualTo("T1-3");
      assertThat(verdict.getLoopType()).isEqualTo(LoopType.REGRESSIVE_PROGRESS);
      assertThat(verdict.getReason()).isEqualTo("Moving away from goal (judged by rules)");
      await().until(() -> feed.committed().hasNoOpenTransaction());
      assertThat(
              Recomputation.discrepancies(
                  feed.committed().read(PARTITIONS),
                  Policies.ofSinglePolicy(PolicyReader.read("asking", POLICY))))
          .isEmpty();
      assertThat(application.failure()).isEmpty();
      assertThat(worker).isNotNull();
    }
  }

  @Test
  void stalledModelDoesNotDelayVerdicts_andNextEvaluatorTakesOver() throws Exception {
    // Given
    String prefix = "evaluated-by-nobody-";
    TopicCatalogue topics = cluster.createTopics(prefix, PARTITIONS);
    try (ModelServer hanging = new ModelServer().neverReplies();
        ModelServer answering =
            new ModelServer().repliesWithJudgement("no_progress", "It only varies");
        EventFeed feed = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics);
        Application application = Application.start(settings(prefix, Map.of()))) {
      Settings hung = model(prefix, hanging);
      try (EvaluationWorker worker = EvaluationWorker.start(hung, Evaluators.of(hung))) {
        fails(feed, "asked", 0, "x is undefined");
        fails(feed, "asked", 1, "y is undefined");
        await().until(() -> !hanging.requestBodies().isEmpty());
        assertThat(worker).isNotNull();

        // When
        for (int task = 0; task < OTHERS; task++) {
          fails(feed, "other-" + task, 0, "the same");
          fails(feed, "other-" + task, 1, "the same");
        }
        fails(feed, "asked", 2, "y is undefined");

        // Then
        await().until(() -> feed.verdicts().size() == OTHERS + 1);
        assertThat(feed.verdicts())
            .extracting(LoopVerdict::getLoopType)
            .containsOnly(LoopType.IDENTICAL_FAILURE);
        assertThat(answers(feed)).isZero();
      }
      Settings mended = model(prefix, answering);
      try (EvaluationWorker worker = EvaluationWorker.start(mended, Evaluators.of(mended))) {
        assertThat(worker).isNotNull();
        await().until(() -> feed.verdicts().size() == OTHERS + 2);
        List<LoopVerdict> late =
            feed.verdicts().stream()
                .filter(it -> it.getLoopType() == LoopType.NO_MEASURABLE_PROGRESS)
                .toList();
        assertThat(late).extracting(LoopVerdict::getEventId).containsExactly("asked-1");
        assertThat(late.get(0).getReason()).isEqualTo("No progress (judged by m)");
        assertThat(late.get(0).getLoopCount()).isEqualTo(2);
      }
      assertThat(application.failure()).isEmpty();
    }
  }

  @Test
  void missingTopicsPreventTheStart() throws Exception {
    // Given
    Settings settings = settings("evaluated-nowhere-", Map.of());

    // When / Then
    assertThatThrownBy(() -> EvaluationWorker.start(settings, Evaluators.of(settings)))
        .isInstanceOf(TopicsNotReadyException.class)
        .hasMessageContaining("topics --create");
  }
}
