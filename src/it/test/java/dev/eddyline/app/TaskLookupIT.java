package dev.eddyline.app;

import static dev.eddyline.app.RunningApplication.PARTITIONS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.TestTags;
import dev.eddyline.app.LookupFailure.OnOtherInstance;
import dev.eddyline.app.LookupFailure.UnknownTask;
import dev.eddyline.app.TaskLookup.LookupResult;
import dev.eddyline.app.TaskLookup.LookupResult.TaskFound;
import dev.eddyline.app.TaskLookup.LookupResult.TaskNotFound;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.task.RootView;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topology.TaskQueries;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.streams.state.HostInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Task lookups at processors with a real broker and a real registry. */
@Tag(TestTags.SERVERS)
class TaskLookupIT {

  @RegisterExtension static final RunningApplication RUNNING = new RunningApplication("leader-");

  private final Application application = RUNNING.application();
  private final EventFeed feed = RUNNING.feed();

  @Test
  void aLoopingTaskHasTheContextOfItsLastVerdict() {
    // Given
    String task = "looping";
    for (int i = 0; i < 4; i++) {
      feed.send(JsonEvents.failure(task, "same"));
    }
    List<LoopVerdict> verdicts = awaitVerdicts(feed, task, 3);

    // When
    RootView root = root(application, task);

    // Then
    assertThat(root.leaderContext()).contains(verdicts.get(2).getLeaderContext());
    assertThat(root.leaderContext().orElseThrow().getHistory()).hasSize(2);
    assertThat(root.loopCount()).isEqualTo(verdicts.get(2).getLoopCount());
    assertThat(root.openGate().orElseThrow().getGateId()).isEqualTo(verdicts.get(2).getGateId());
    assertThat(root.rejection()).isEmpty();
  }

  @Test
  void aTaskNeverSeenIsUnknown() {
    // Given: the processor runs
    feed.send(JsonEvents.failure("any", "one"));
    await().until(() -> lookUpTask(application, "any") instanceof TaskFound);

    // When
    List<LookupResult> answers =
        IntStream.range(0, 20)
            .mapToObj(number -> lookUpTask(application, "never-" + number))
            .toList();

    // Then
    assertThat(answers)
        .extracting(answer -> ((TaskNotFound) answer).failure())
        .hasOnlyElementsOfType(UnknownTask.class);
  }

  @Test
  void aTaskHasNoLoopsAfterItsCounterReset() {
    // Given
    String task = "reset";
    for (int i = 0; i < 3; i++) {
      feed.send(JsonEvents.failure(task, "same"));
    }
    awaitVerdicts(feed, task, 2);
    assertThat(root(application, task).openGate()).isPresent();

    // When
    feed.send(JsonEvents.success(task));
    await().until(() -> feed.resets().stream().anyMatch(r -> r.getTaskId().equals(task)));

    // Then
    assertThat(root(application, task))
        .isEqualTo(new RootView(0, Optional.empty(), Optional.empty(), Optional.empty()));
  }

  @Test
  void theRejectionOfATaskIsReturnedByItsLookup() {
    // Given
    String task = "rejected";
    for (int i = 0; i < 3; i++) {
      feed.send(JsonEvents.failure(task, "same"));
    }
    await().until(() -> !feed.gatesOf(task).isEmpty());

    // When
    feed.decide(task, JsonEvents.rejection(task, "rejection-1", feed.newestGateIdOf(task)));

    // Then
    await()
        .until(
            () ->
                lookUpTask(application, task) instanceof TaskFound
                    && root(application, task).rejection().isPresent());
  }

  @Test
  void aSubtaskHasTheContextOfItsRoot() {
    // Given: the two have different home partitions
    String root = "root";
    String subtask = keyNotIn(partition(root));
    for (int i = 0; i < 3; i++) {
      feed.send(subtaskFailure(root, subtask));
    }
    List<LoopVerdict> verdicts = awaitVerdicts(feed, subtask, 2);

    // When
    RootView answer = root(application, subtask);

    // Then
    assertThat(((TaskFound) lookUpTask(application, subtask)).task().rootTaskId()).isEqualTo(root);
    assertThat(answer.leaderContext()).contains(verdicts.get(1).getLeaderContext());
    assertThat(answer.openGate().orElseThrow().getTaskId()).isEqualTo(subtask);
    assertThat(root(application, root)).isEqualTo(answer);
  }

  @Test
  void oneOfTwoInstancesAnswers_andTheOtherNamesIt() {
    // Given: a task on each partition, known to one instance
    String prefix = "leaders-";
    TestCluster cluster = TestCluster.shared();
    TopicCatalogue topics = cluster.createTopics(prefix, PARTITIONS);
    List<String> tasks = IntStream.range(0, PARTITIONS).mapToObj(TaskLookupIT::keyIn).toList();
    try (EventFeed own = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics);
        Application one = start(prefix, "one:1")) {
      for (String task : tasks) {
        for (int i = 0; i < 3; i++) {
          own.send(JsonEvents.failure(task, "same"));
        }
        awaitVerdicts(own, task, 2);
      }
      List<LookupResult> before = tasks.stream().map(task -> lookUpTask(one, task)).toList();

      // When
      try (Application two = start(prefix, "two:2")) {

        // Then
        await()
            .untilAsserted(
                () -> {
                  assertThat(answered(one, two, tasks)).isEqualTo(before);
                  assertThat(hosts(one, tasks)).containsOnly(new HostInfo("two", 2));
                  assertThat(hosts(two, tasks)).containsOnly(new HostInfo("one", 1));
                });
      }
    }
  }

  private static Application start(String prefix, String address) {
    return Application.start(
        TestCluster.shared().settings(prefix, Map.of("application.server", address)));
  }

  /** The result of the one instance that has the task; neither or both is an error. */
  private static List<LookupResult> answered(Application one, Application two, List<String> tasks) {
    return tasks.stream()
        .map(
            task -> {
              var answers =
                  List.of(lookUpTask(one, task), lookUpTask(two, task)).stream()
                      .filter(TaskFound.class::isInstance)
                      .toList();
              return answers.size() == 1 ? answers.get(0) : new TaskNotFound(new UnknownTask(task));
            })
        .toList();
  }

  private static List<HostInfo> hosts(Application application, List<String> tasks) {
    return tasks.stream()
        .map(task -> lookUpTask(application, task))
        .filter(TaskNotFound.class::isInstance)
        .map(answer -> ((TaskNotFound) answer).failure())
        .filter(OnOtherInstance.class::isInstance)
        .map(answer -> ((OnOtherInstance) answer).instance().orElseThrow())
        .toList();
  }

  private static LookupResult lookUpTask(Application application, String task) {
    return application.tasks().findTask(task);
  }

  private static RootView root(Application application, String task) {
    StoredTask facts = ((TaskFound) lookUpTask(application, task)).task();
    return RootView.fromStoredState(facts.rootState(), facts.rootGateOrRejection());
  }

  private static AgentEvent subtaskFailure(String root, String subtask) {
    AgentEvent event = JsonEvents.failure(subtask, "same");
    event.setRootTaskId(root);
    return event;
  }

  private static int partition(String task) {
    return TaskQueries.homePartition(task, PARTITIONS);
  }

  private static String keyIn(int partition) {
    return keys().filter(key -> partition(key) == partition).findFirst().orElseThrow();
  }

  private static String keyNotIn(int partition) {
    return keys().filter(key -> partition(key) != partition).findFirst().orElseThrow();
  }

  private static Stream<String> keys() {
    return IntStream.range(0, 100).mapToObj(number -> "task-" + number);
  }

  private static List<LoopVerdict> awaitVerdicts(EventFeed feed, String task, int number) {
    await().until(() -> verdictsOf(feed, task).size() == number);
    return verdictsOf(feed, task);
  }

  private static List<LoopVerdict> verdictsOf(EventFeed feed, String task) {
    return feed.verdicts().stream().filter(v -> v.getTaskId().equals(task)).toList();
  }
}
