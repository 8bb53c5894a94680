package dev.eddyline.topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.eddyline.topics.TopicSpec.Timestamps;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TopicCatalogueTest {

  private final TopicCatalogue catalogue = TopicCatalogue.load("");

  @ParameterizedTest
  @EnumSource(TopicRole.class)
  void hasATopicForEveryRole(TopicRole role) {
    // When
    TopicSpec topic = catalogue.topic(role);

    // Then
    assertThat(topic.name()).isEqualTo(role.key());
    assertThat(topic.partitions()).isEqualTo(topic.isReference() ? 1 : 8);
    assertThat(topic.doc()).endsWith(".");
  }

  @Test
  void stampsEveryInputByTheBrokersClock() {
    // When
    var inputs = catalogue.inputs();

    // Then
    assertThat(inputs)
        .extracting(TopicSpec::name)
        .containsExactly(
            "agent-events", "gate-decisions", "progress-evaluations", "eddyline-signals");
    assertThat(inputs).extracting(TopicSpec::timestamps).containsOnly(Timestamps.LOG_APPEND_TIME);
  }

  @ParameterizedTest
  @EnumSource(
      value = TopicRole.class,
      names = {"LOOP_POLICIES", "WORKFLOW_GRAPHS"})
  void policiesAndGraphsAreCompactedTopicsOfOnePartition(TopicRole role) {
    // When
    TopicSpec policies = catalogue.topic(role);

    // Then
    assertThat(policies.isReference()).isTrue();
    assertThat(policies.isInput()).isFalse();
    assertThat(policies.timestamps()).isEqualTo(Timestamps.LOG_APPEND_TIME);
    assertThat(policies.settings())
        .containsEntry("cleanup.policy", "compact")
        .containsEntry("delete.retention.ms", "315360000000")
        .doesNotContainKey("retention.ms");
  }

  @Test
  void loopMemoryIsCompactedAndRetainedForAYear() {
    // When
    TopicSpec memory = catalogue.topic(TopicRole.LOOP_MEMORY);

    // Then
    assertThat(memory.isReference()).isTrue();
    assertThat(memory.settings())
        .containsEntry("cleanup.policy", "compact,delete")
        .containsEntry("retention.ms", "31536000000")
        .containsEntry("delete.retention.ms", "31536000000");
  }

  @Test
  void theJournalIsRetainedAsLongAsTheEvents() {
    // When
    Duration journal = catalogue.topic(TopicRole.EDDYLINE_JOURNAL).retention();

    // Then
    assertThat(journal).isEqualTo(catalogue.topic(TopicRole.AGENT_EVENTS).retention());
  }

  @Test
  void topicsContainingEventsAllowLargerMessagesThanEventTopic() {
    // When
    int event = catalogue.topic(TopicRole.AGENT_EVENTS).maxMessageBytes();

    // Then
    assertThat(event).isEqualTo(8 << 20);
    assertThat(catalogue.topic(TopicRole.EDDYLINE_SIGNALS).maxMessageBytes()).isGreaterThan(event);
    assertThat(catalogue.topic(TopicRole.AGENT_EVENTS_DLQ).maxMessageBytes()).isGreaterThan(event);
  }

  @Test
  void speaksKafkasNamesAndUnits() {
    // When
    var settings = catalogue.topic(TopicRole.AGENT_EVENTS).settings();

    // Then
    assertThat(settings)
        .containsEntry("cleanup.policy", "delete")
        .containsEntry("retention.ms", "604800000")
        .containsEntry("message.timestamp.type", "LogAppendTime")
        .containsEntry("max.message.bytes", "8388608");
  }

  @Test
  void putsThePrefixBeforeEveryName() {
    // When
    TopicCatalogue prefixed = TopicCatalogue.load("team-a.");

    // Then
    assertThat(prefixed.all()).allMatch(topic -> topic.name().startsWith("team-a."));
    assertThat(prefixed.name(TopicRole.GATE_TRIGGERS)).isEqualTo("team-a.gate-triggers");
  }

  @Test
  void refusesAPrefixThatKafkaDoesNotTake() {
    // When // Then
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TopicCatalogue.load("team a/"))
        .withMessageContaining("\"team a/agent-events\"");
  }

  @Test
  void withPartitionsChangesAllTopicsExceptReferenceTopics() {
    // When
    TopicCatalogue wider = catalogue.withPartitions(16);

    // Then
    assertThat(wider.all())
        .allSatisfy(
            topic -> assertThat(topic.partitions()).isEqualTo(topic.isReference() ? 1 : 16));
  }

  @Test
  void refusesLessThanOnePartition() {
    // When // Then
    assertThatIllegalArgumentException()
        .isThrownBy(() -> catalogue.withPartitions(0))
        .withMessage("partitions must be ≥ 1, was 0");
  }
}
