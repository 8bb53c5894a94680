package dev.eddyline.app;

import dev.eddyline.meaning.MeaningWorkers;
import dev.eddyline.topics.ClusterUnreachableException;
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
final class Rights {

  /** Part of each changelog's name, after the group's name. */
  static final String CHANGELOGS = "-eddyline-";

  /** The console and the canary read outputs and publish inputs, too. */
  private static final Set<TopicRole> CONSOLE =
      EnumSet.of(
          TopicRole.AGENT_EVENTS,
          TopicRole.GATE_DECISIONS,
          TopicRole.LOOP_VERDICTS,
          TopicRole.GATE_TRIGGERS,
          TopicRole.LOOP_RESETS);

  /** Suffixes of the groups that store the offsets of published dead letters. */
  private static final List<String> FOLLOWED = List.of("-policies", "-graphs", "-memory");

  private final Admin admin;
  private final List<String> missing = new ArrayList<>();

  private Rights(Admin admin) {
    this.admin = admin;
  }

  /**
   * Checks all rights that a run needs.
   *
   * @param config of an admin client
   * @param group application.id
   * @throws MissingRightException with every right that is missing
   */
  static void require(Map<String, Object> config, String group, TopicCatalogue topics) {
    try (Admin admin = Admin.create(config)) {
      Rights rights = new Rights(admin);
      rights.askTopics(topics);
      rights.askChangelogs(group);
      rights.askGroup(group);
      for (String followed : FOLLOWED) {
        rights.askGroup(group + followed);
        rights.askTransactions(group + followed);
      }
      rights.askGroup(MeaningWorkers.group(group));
      if (!rights.missing.isEmpty()) {
        throw new MissingRightException(String.join(", ", rights.missing), null);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new ClusterUnreachableException("interrupted at the start", interrupted);
    }
  }

  /**
   * Checks all rights that {@code eddyline forget} needs.
   *
   * @param config of an admin client
   * @param group application.id
   * @param erasable topics from which single records are erased
   * @throws MissingRightException with every right that is missing
   */
  static void requireToForget(
      Map<String, Object> config,
      String group,
      TopicCatalogue topics,
      Collection<TopicSpec> erasable) {
    Map<String, Set<AclOperation>> needed = new LinkedHashMap<>();
    needed.put(topics.name(TopicRole.EDDYLINE_SIGNALS), EnumSet.of(AclOperation.WRITE));
    needed.put(
        topics.name(TopicRole.LOOP_MEMORY), EnumSet.of(AclOperation.READ, AclOperation.WRITE));
    erasable.forEach(
        topic ->
            needed.put(
                topic.name(),
                EnumSet.of(AclOperation.READ, AclOperation.WRITE, AclOperation.DELETE)));
    try (Admin admin = Admin.create(config)) {
      Rights rights = new Rights(admin);
      rights.askTopics(needed);
      rights.askGroup(group, AclOperation.DESCRIBE);
      if (!rights.missing.isEmpty()) {
        throw new MissingRightException(String.join(", ", rights.missing), null);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new ClusterUnreachableException("interrupted at the start", interrupted);
    }
  }

  private void askTopics(TopicCatalogue topics) throws InterruptedException {
    Map<String, Set<AclOperation>> needed = new LinkedHashMap<>();
    topics.all().forEach(topic -> needed.put(topic.name(), needed(topic)));
    CONSOLE.forEach(
        role ->
            needed.get(topics.name(role)).addAll(Set.of(AclOperation.READ, AclOperation.WRITE)));
    askTopics(needed);
  }

  /** Checks existing, visible changelogs; there are none before the first start. */
  private void askChangelogs(String group) throws InterruptedException {
    Map<String, Set<AclOperation>> needed = new TreeMap<>();
    try {
      for (String name : admin.listTopics().names().get()) {
        if (name.startsWith(group + CHANGELOGS)) {
          needed.put(name, EnumSet.of(AclOperation.READ, AclOperation.WRITE));
        }
      }
    } catch (ExecutionException failed) {
      throw unasked("changelogs", failed);
    }
    askTopics(needed);
  }

  private void askTopics(Map<String, Set<AclOperation>> needed) throws InterruptedException {
    var options = new DescribeTopicsOptions().includeAuthorizedOperations(true);
    try {
      var found = admin.describeTopics(needed.keySet(), options).allTopicNames().get();
      needed.forEach(
          (topic, operations) -> {
            Set<AclOperation> allowed = found.get(topic).authorizedOperations();
            for (AclOperation operation : operations) {
              // brokers without authorizer report no operations
              if (allowed != null && !allowed.contains(operation)) {
                missing.add(word(operation) + " on topic " + topic);
              }
            }
          });
    } catch (ExecutionException failed) {
      throw unasked("topics", failed);
    }
  }

  private static Set<AclOperation> needed(TopicSpec topic) {
    return switch (topic.direction()) {
      case IN -> EnumSet.of(AclOperation.READ);
      case OUT -> EnumSet.of(AclOperation.WRITE);
      case INTERNAL -> EnumSet.of(AclOperation.READ, AclOperation.WRITE);
    };
  }

  private void askGroup(String group) throws InterruptedException {
    askGroup(group, AclOperation.READ);
  }

  private void askGroup(String group, AclOperation needed) throws InterruptedException {
    try {
      admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get();
    } catch (ExecutionException failed) {
      if (!(failed.getCause() instanceof AuthorizationException)) {
        throw unasked("group " + group, failed);
      }
      missing.add(word(needed) + " on group " + group);
    }
  }

  private void askTransactions(String id) throws InterruptedException {
    try {
      admin.describeTransactions(List.of(id)).all().get();
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof AuthorizationException) {
        missing.add("Write on transactional id " + id);
      } else if (!(failed.getCause() instanceof TransactionalIdNotFoundException
          // brokers before 3.0: a missing right shows when the stream threads start
          || failed.getCause() instanceof UnsupportedVersionException)) {
        throw unasked("transactional id " + id, failed);
      }
    }
  }

  private static ClusterUnreachableException unasked(String what, ExecutionException failed) {
    return new ClusterUnreachableException(
        "the rights on %s could not be checked: %s".formatted(what, failed.getCause()),
        failed.getCause());
  }

  private static String word(AclOperation operation) {
    String name = operation.name();
    return name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT);
  }
}
