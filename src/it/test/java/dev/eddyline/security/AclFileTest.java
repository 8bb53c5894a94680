package dev.eddyline.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.erasure.ErasableTopics;
import dev.eddyline.security.AclFile.AclRule;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topics.TopicSpec;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Test;

/** Checks the ACL files in deploy against the catalogue of topics. */
class AclFileTest {

  /** Topics that the console and the canary also use. */
  private static final Set<String> CONSOLE =
      Set.of(
          "p-agent-events",
          "p-agent-events-dlq",
          "p-gate-decisions",
          "p-decision-receipts",
          "p-loop-verdicts",
          "p-gate-triggers",
          "p-loop-resets");

  @Test
  void aclsAllowExactlyTheOperationsThatEachTopicNeeds() {
    // Given
    List<AclRule> rights = AclFile.rights();
    TopicCatalogue topics = TopicCatalogue.load("p-");

    for (TopicRole role : TopicRole.values()) {
      // When
      Set<AclOperation> allowed = allowedOperations(rights, topics.name(role));

      // Then
      Set<AclOperation> needed = !role.isOfProcessor() ? Set.of() : needed(topics.topic(role));
      assertThat(allowed).as(role.key()).containsExactlyInAnyOrderElementsOf(needed);
    }
  }

  @Test
  void gatewayAclsAllowExactlyTheOperationsThatEachTopicNeeds() {
    // Given
    List<AclRule> rights = AclFile.gateway();
    TopicCatalogue topics = TopicCatalogue.load("p-");

    for (TopicRole role : TopicRole.values()) {
      // When
      Set<AclOperation> allowed = allowedOperations(rights, topics.name(role));

      // Then
      assertThat(allowed).as(role.key()).containsExactlyInAnyOrderElementsOf(neededByGateway(role));
    }
  }

  @Test
  void gatewayAclsCoverTheChangelogsGroupAndTransactionsOfTheMapper() {
    assertThat(AclFile.gateway())
        .filteredOn(right -> !right.isTopic() || right.pattern() == PatternType.PREFIXED)
        .extracting(right -> right.operation() + " " + right.resource("p-", "x"))
        .containsExactly(
            "CREATE x-otlp-", "READ x-otlp-", "WRITE x-otlp-", "READ x-otlp", "WRITE x-otlp-");
  }

  @Test
  void takeOverAclsAllowOnlyReadingPredecessorTopics() {
    assertThat(AclFile.ofATakeOver())
        .extracting(AclRule::toString)
        .containsExactly("DESCRIBE GROUP {old}", "READ TOPIC {old}-eddyline-");
  }

  @Test
  void evaluatorHasMinimalAcls() {
    assertThat(AclFile.evaluator())
        .extracting(right -> right.operation() + " " + right.resource("p-", "x"))
        .containsExactly(
            "READ p-progress-evaluation-requests",
            "WRITE p-progress-evaluations",
            "READ x-evaluator");
  }

  @Test
  void notifierHasMinimalAcls() {
    assertThat(AclFile.notifier())
        .extracting(right -> right.operation() + " " + right.resource("p-", "x"))
        .containsExactly(
            "READ p-gate-triggers",
            "WRITE p-notifications-dlq",
            "DESCRIBE p-notifications-dlq",
            "READ x-notifier-");
  }

  @Test
  void forgetCommandMayDeleteRecordsOnlyOfErasableTopics() {
    // Given
    List<AclRule> rights = AclFile.forget();
    TopicCatalogue topics = TopicCatalogue.load("p-");

    for (TopicRole role : TopicRole.values()) {
      // When
      List<AclOperation> allowed =
          rights.stream()
              .filter(right -> right.resource("p-", "x").equals(topics.name(role)))
              .map(AclRule::operation)
              .toList();

      // Then
      assertThat(allowed).as(role.key()).contains(AclOperation.DESCRIBE_CONFIGS);
      assertThat(allowed.contains(AclOperation.DELETE))
          .as(role.key())
          .isEqualTo(ErasableTopics.isErasable(role));
    }
  }

  private static Set<AclOperation> allowedOperations(List<AclRule> rights, String topic) {
    return rights.stream()
        .filter(right -> right.type() == ResourceType.TOPIC)
        .filter(right -> right.pattern() == PatternType.LITERAL)
        .filter(right -> right.resource("p-", "x").equals(topic))
        .map(AclRule::operation)
        .collect(Collectors.toSet());
  }

  private static Set<AclOperation> neededByGateway(TopicRole role) {
    return switch (role) {
      case OTLP_SPANS, OTLP_LOGS, OTLP_EVENTS ->
          Set.of(AclOperation.DESCRIBE_CONFIGS, AclOperation.READ, AclOperation.WRITE);
      case AGENT_EVENTS, AGENT_EVENTS_DLQ ->
          Set.of(AclOperation.DESCRIBE_CONFIGS, AclOperation.WRITE);
      case GATE_DECISIONS -> Set.of(AclOperation.WRITE);
      case LOOP_VERDICTS, GATE_TRIGGERS, LOOP_RESETS -> Set.of(AclOperation.READ);
      default -> Set.of();
    };
  }

  private static Set<AclOperation> needed(TopicSpec topic) {
    if (CONSOLE.contains(topic.name())) {
      return Set.of(AclOperation.DESCRIBE_CONFIGS, AclOperation.READ, AclOperation.WRITE);
    }
    return switch (topic.direction()) {
      case IN -> Set.of(AclOperation.DESCRIBE_CONFIGS, AclOperation.READ);
      case OUT -> Set.of(AclOperation.DESCRIBE_CONFIGS, AclOperation.WRITE);
      case INTERNAL -> Set.of(AclOperation.DESCRIBE_CONFIGS, AclOperation.READ, AclOperation.WRITE);
    };
  }
}
