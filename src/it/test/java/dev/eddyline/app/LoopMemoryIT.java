package dev.eddyline.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.TestTags;
import dev.eddyline.cli.CommandRun;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.policy.Policies;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.verify.CommittedOffsets;
import dev.eddyline.verify.Recomputation;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The loop memory across two runs, with a real broker: shown, searched and erased. */
@Tag(TestTags.SERVERS)
class LoopMemoryIT {

  private static final int PARTITIONS = 3;
  private static final String PREFIX = "memory-";
  private static final String MESSAGE = "TypeError: cannot read property 'x' of undefined";
  private static final String REWORDED = "The code reads x of an object that is undefined";
  private static final String GUIDANCE = "x is set in src/session.ts";

  private final TestCluster cluster = TestCluster.shared();

  private static void failTask(EventFeed feed, String task) throws Exception {
    failTask(feed, task, MESSAGE);
  }

  private static void failTask(EventFeed feed, String task, String message) throws Exception {
    for (int time = 1; time <= 3; time++) {
      feed.send(JsonEvents.failure(task, message));
    }
    await().until(() -> !feed.gatesOf(task).isEmpty());
  }

  private static GateTrigger gate(EventFeed feed, String task) {
    return feed.gatesOf(task).stream()
        .filter(gate -> gate.getState() == GateState.OPENED)
        .findFirst()
        .orElseThrow();
  }

  private CommandRun run(Settings settings, String... args) {
    return CommandRun.of(cluster.commandOptions(settings), args);
  }

  @Test
  void theSecondGateShowsTheFirstGuidance_andErasureRemovesIt() throws Exception {
    // Given
    TopicCatalogue topics = cluster.createTopics(PREFIX, PARTITIONS);
    Settings settings = cluster.settings(PREFIX, Map.of());
    try (Application running = Application.start(settings);
        EventFeed feed = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics);
        CommittedOffsets taken =
            new CommittedOffsets(
                cluster.bootstrap(), settings.get(Setting.APPLICATION_ID), feed.committed())) {
      feed.publishBytes(TopicRole.LOOP_MEMORY, null, "no/key".getBytes(UTF_8), "[".getBytes(UTF_8));
      failTask(feed, "T1");
      feed.decide(
          "T1",
          JsonEvents.json(
              """
              {"taskId":"T1","gateId":"%s","type":"human_intervened","decision":"approve","guidance":"%s","by":"ann"}"""
                  .formatted(gate(feed, "T1").getGateId(), GUIDANCE)));
      await().until(() -> feed.gatesOf("T1").size() == 2);
      feed.send(
          JsonEvents.json(
              "{\"taskId\":\"T1\",\"type\":\"task_completed\",\"outcome\":\"success\"}"));
      await()
          .until(
              () ->
                  run(settings, "memory", "cannot read property")
                      .out()
                      .contains("Guidance \"" + GUIDANCE + "\" helped 1 of 1 time"));
      await().until(() -> running.meters().get("eddyline.memory.cases").gauge().value() >= 2);

      // When
      failTask(feed, "T2");

      // Then
      assertThat(gate(feed, "T2").getSimilar())
          .first()
          .isEqualTo("Guidance \"" + GUIDANCE + "\" helped 1 of 1 time");
      CommandRun lines = run(settings, "memory", "--json", "--type", "identical_failure");
      assertThat(lines.code()).isZero();
      assertThat(lines.out()).contains("\"kind\":\"guidance\"", "\"helped\":1", "\"learntFrom\":[");
      assertThat(lines.err()).contains("1 records cannot be read");

      // a rephrased loop: its first gate stores its meaning, a later one finds a similar loop
      int[] tasks = {0};
      await()
          .until(
              () -> {
                String task = "P" + tasks[0]++;
                failTask(feed, task, REWORDED);
                return gate(feed, task)
                    .getSimilar()
                    .contains(
                        "In a similar loop ("
                            + MESSAGE
                            + "): Guidance \""
                            + GUIDANCE
                            + "\" helped 1 of 1 time");
              });
      assertThat(run(settings, "memory", "x was accessed on an undefined object").out())
          .contains(GUIDANCE);

      await().until(taken::isIdle);
      assertThat(
              Recomputation.discrepancies(
                  feed.committed().read(PARTITIONS),
                  Policies.ofSinglePolicy(Policies.preset("default"))))
          .isEmpty();

      CommandRun forgotten = run(settings, "forget", "T1", "--yes");
      assertThat(forgotten.code()).isZero();
      assertThat(forgotten.out()).contains("erased  the loop memory: 2 cases");
      assertThat(run(settings, "memory").out()).contains("nothing like that among the 0 cases");
      await().until(() -> running.meters().get("eddyline.memory.cases").gauge().value() == 0);
      failTask(feed, "T3");
      assertThat(gate(feed, "T3").getSimilar()).isEmpty();
    }
  }
}
