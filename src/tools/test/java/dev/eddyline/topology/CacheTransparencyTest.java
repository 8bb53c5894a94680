package dev.eddyline.topology;

import static dev.eddyline.topology.TopologyRig.START;
import static dev.eddyline.topology.TopologyRig.TOPICS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.demo.Story;
import dev.eddyline.json.EventReader;
import dev.eddyline.json.ReplayDefaults;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.PolicySource;
import dev.eddyline.schema.AgentEvent;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.streams.state.internals.WrappedStateStore;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cached values equal the stored ones: nobody changes them in place. */
class CacheTransparencyTest {

  @ParameterizedTest
  @CsvSource({"0,judge-worker", "1,graph", "2,failures", "3,phases", "4,autopilot", "3,aggressive"})
  void outputsDoNotDependOnTheCacheContents(int story, String preset) throws Exception {
    // Given
    List<Object> cached = processStory(Story.shipped().get(story), preset, false);

    // When
    List<Object> decoded = processStory(Story.shipped().get(story), preset, true);

    // Then
    assertThat(cached).isNotEmpty();
    assertThat(decoded).isEqualTo(cached);
  }

  private static List<Object> processStory(Story story, String preset, boolean clearsCaches)
      throws Exception {
    TestGraphSource graphs = new TestGraphSource();
    List<AgentEvent> events = events(story);
    story.graph().ifPresent(graph -> graphs.put(events.get(0).getWorkflow(), 1, graph.text()));
    var policies = PolicySource.ofFixedPolicies(Policies.ofSinglePolicy(Policies.preset(preset)));
    TopologyParts parts =
        TopologyRig.parts(TOPICS, 1, StoreType.IN_MEMORY, TopologyRig.mockRegistry(), policies)
            .withGraphs(graphs);
    List<Object> published = new ArrayList<>();
    try (TopologyRig rig = new TopologyRig(parts).at(START)) {
      for (AgentEvent event : events) {
        rig.pipe(event);
        published.addAll(rig.verdicts());
        published.addAll(rig.gates());
        published.addAll(rig.resets());
        if (clearsCaches) {
          clearCaches(rig);
        }
      }
    }
    return published;
  }

  private static void clearCaches(TopologyRig rig) {
    List<WrappedStateStore<?, ?, ?>> stores = new ArrayList<>();
    rig.driver()
        .getAllStateStores()
        .values()
        .forEach(
            store -> {
              if (store instanceof WrappedStateStore<?, ?, ?> wrapped) {
                stores.add(wrapped);
              }
            });
    assertThat(stores).hasSize(7);
    stores.forEach(WrappedStateStore::flushCache);
    stores.forEach(WrappedStateStore::clearCache);
  }

  private static List<AgentEvent> events(Story story) throws Exception {
    ReplayDefaults defaults = new ReplayDefaults();
    EventReader reader = new EventReader(defaults);
    List<AgentEvent> events = new ArrayList<>();
    for (String line : story.lines()) {
      defaults.setNextLinePosition("story", events.size() + 1);
      events.add(reader.read(line).event());
    }
    return events;
  }
}
