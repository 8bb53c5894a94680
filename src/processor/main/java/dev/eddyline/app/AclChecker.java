package dev.eddyline.app;

import dev.eddyline.cluster.ClusterUnreachableException;
import dev.eddyline.meaning.MeaningWorkers;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topics.TopicSpec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdNotFoundException;
import org.apache.kafka.common.errors.UnsupportedVersionException;

/**
 * Checks the Kafka user's rights before the start: missing ones would otherwise show at the first
 * verdict, dead letter or restore. Rights on changelogs that do not exist yet show when they are
 * created.
 */
public final class AclChecker {

  /** Part of each changelog's name, after the group's name. */
  static final String CHANGELOG_INFIX = "-eddyline-";

  /** The console and the canary read outputs and publish inputs, too. */
  private static final Set<TopicRole> CONSOLE_AND_CANARY_TOPICS =
      EnumSet.of(
          TopicRole.AGENT_EVENTS,
          TopicRole.AGENT_EVENTS_DLQ,
          TopicRole.GATE_DECISIONS,
          TopicRole.LOOP_VERDICTS,
          TopicRole.GATE_TRIGGERS,
          TopicRole.LOOP_RESETS,
          TopicRole.DECISION_RECEIPTS);

  /** Suffixes of the groups that store the offsets of published dead letters. */
  private static final List<String> REFERENCE_TOPIC_GROUP_SUFFIXES =
      List.of("-policies", "-graphs", "-memory");

  private final Admin admin;
  private final List<String> missing = new ArrayList<>();

  private AclChecker(Admin admin) {
    this.admin = admin;
  }

  /**
   * Checks all rights that a run without OTLP needs.
   *
   * @param config of an admin client
   * @param group application.id
   * @throws MissingRightException with every right that is missing
   */
  static void requireProcessorAcls(
      Map<String, Object> config, String group, TopicCatalogue topics) {
    require(
        config,
        checker -> {
          checker.checkTopicAcls(topics);
          checker.checkChangelogAcls(group + CHANGELOG_INFIX);
          checker.checkGroupAcls(group);
          for (String suffix : REFERENCE_TOPIC_GROUP_SUFFIXES) {
            checker.checkGroupAcls(group + suffix);
            checker.checkTransactionalIdAcls(group + suffix);
          }
          checker.checkGroupAcls(MeaningWorkers.group(group));
        });
  }

  /**
   * Checks all rights that the mapper of telemetry needs.
   *
   * @param config of an admin client
   * @param group the mapper's application.id
   * @throws MissingRightException with every right that is missing
   */
  public static void requireMapperAcls(
      Map<String, Object> config, String group, TopicCatalogue topics) {
    Map<String, Set<AclOperation>> required = new LinkedHashMap<>();
    topics.mapperInputs().forEach(topic -> required.put(topic.name(), requiredOperations(topic)));
    required.put(topics.name(TopicRole.AGENT_EVENTS), EnumSet.of(AclOperation.WRITE));
    required.put(topics.name(TopicRole.AGENT_EVENTS_DLQ), EnumSet.of(AclOperation.WRITE));
    require(
        config,
        checker -> {
          checker.checkTopicAcls(required);
          checker.checkChangelogAcls(group + "-");
          checker.checkGroupAcls(group);
        });
  }

  /**
   * Checks all rights that {@code eddyline forget} needs.
   *
   * @param config of an admin client
   * @param group application.id
   * @param erasable topics from which single records are erased
   * @throws MissingRightException with every right that is missing
   */
  static void requireErasureAcls(
      Map<String, Object> config,
      String group,
      TopicCatalogue topics,
      Collection<TopicSpec> erasable) {
    Map<String, Set<AclOperation>> required = new LinkedHashMap<>();
    required.put(topics.name(TopicRole.EDDYLINE_SIGNALS), EnumSet.of(AclOperation.WRITE));
    required.put(
        topics.name(TopicRole.LOOP_MEMORY), EnumSet.of(AclOperation.READ, AclOperation.WRITE));
    erasable.forEach(
        topic ->
            required.put(
                topic.name(),
                EnumSet.of(AclOperation.READ, AclOperation.WRITE, AclOperation.DELETE)));
    require(
        config,
        checker -> {
          checker.checkTopicAcls(required);
          checker.checkGroupAcls(group, AclOperation.DESCRIBE);
        });
  }

  /** Checks of one kind of process. */
  private interface Checks {
    void run(AclChecker checker) throws InterruptedException;
  }

  private static void require(Map<String, Object> config, Checks checks) {
    try (Admin admin = Admin.create(config)) {
      AclChecker checker = new AclChecker(admin);
      checks.run(checker);
      if (!checker.missing.isEmpty()) {
        throw new MissingRightException(String.join(", ", checker.missing), null);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new ClusterUnreachableException("interrupted at the start", interrupted);
    }
  }

  private void checkTopicAcls(TopicCatalogue topics) throws InterruptedException {
    Map<String, Set<AclOperation>> required = new LinkedHashMap<>();
    topics.ofProcessor().forEach(topic -> required.put(topic.name(), requiredOperations(topic)));
    CONSOLE_AND_CANARY_TOPICS.forEach(
        role ->
            required.get(topics.name(role)).addAll(Set.of(AclOperation.READ, AclOperation.WRITE)));
    checkTopicAcls(required);
  }

  /** Checks existing, visible changelogs; there are none before the first start. */
  private void checkChangelogAcls(String prefix) throws InterruptedException {
    Map<String, Set<AclOperation>> required = new TreeMap<>();
    try {
      for (String name : admin.listTopics().names().get()) {
        if (name.startsWith(prefix)) {
          required.put(name, EnumSet.of(AclOperation.READ, AclOperation.WRITE));
        }
      }
    } catch (ExecutionException failed) {
      throw checkFailedException("changelogs", failed);
    }
    checkTopicAcls(required);
  }

  private void checkTopicAcls(Map<String, Set<AclOperation>> required) throws InterruptedException {
    var options = new DescribeTopicsOptions().includeAuthorizedOperations(true);
    try {
      var found = admin.describeTopics(required.keySet(), options).allTopicNames().get();
      required.forEach(
          (topic, operations) -> {
            Set<AclOperation> allowed = found.get(topic).authorizedOperations();
            for (AclOperation operation : operations) {
              // brokers without authorizer report no operations
              if (allowed != null && !allowed.contains(operation)) {
                missing.add(operationDisplayName(operation) + " on topic " + topic);
              }
            }
          });
    } catch (ExecutionException failed) {
      throw checkFailedException("topics", failed);
    }
  }

  private static Set<AclOperation> requiredOperations(TopicSpec topic) {
    return switch (topic.direction()) {
      case IN -> EnumSet.of(AclOperation.READ);
      case OUT -> EnumSet.of(AclOperation.WRITE);
      case INTERNAL -> EnumSet.of(AclOperation.READ, AclOperation.WRITE);
    };
  }

  private void checkGroupAcls(String group) throws InterruptedException {
    checkGroupAcls(group, AclOperation.READ);
  }

  private void checkGroupAcls(String group, AclOperation required) throws InterruptedException {
    try {
      admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get();
    } catch (ExecutionException failed) {
      if (!(failed.getCause() instanceof AuthorizationException)) {
        throw checkFailedException("group " + group, failed);
      }
      missing.add(operationDisplayName(required) + " on group " + group);
    }
  }

  private void checkTransactionalIdAcls(String id) throws InterruptedException {
    try {
      admin.describeTransactions(List.of(id)).all().get();
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof AuthorizationException) {
        missing.add("Write on transactional id " + id);
      } else if (!(failed.getCause() instanceof TransactionalIdNotFoundException
          // brokers before 3.0: a missing right shows when the stream threads start
          || failed.getCause() instanceof UnsupportedVersionException)) {
        throw checkFailedException("transactional id " + id, failed);
      }
    }
  }

  private static ClusterUnreachableException checkFailedException(
      String what, ExecutionException failed) {
    return new ClusterUnreachableException(
        "the rights on %s could not be checked: %s".formatted(what, failed.getCause()),
        failed.getCause());
  }

  private static String operationDisplayName(AclOperation operation) {
    String name = operation.name();
    return name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT);
  }
}
