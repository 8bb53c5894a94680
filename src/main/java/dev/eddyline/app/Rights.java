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
 * Asks the cluster before the start for the rights that else would show late, at the first verdict,
 * dead letter or restore. Those on changelogs that are still to be made show when they are.
 */
final class Rights {

  /** Begins, behind the group's name, the name of each store's changelog. */
  static final String CHANGELOGS = "-eddyline-";

  /** The console and the canary read outputs and publish inputs, too. */
  private static final Set<TopicRole> CONSOLE =
      EnumSet.of(
          TopicRole.AGENT_EVENTS,
          TopicRole.GATE_DECISIONS,
          TopicRole.LOOP_VERDICTS,
          TopicRole.GATE_TRIGGERS,
          TopicRole.LOOP_RESETS);

  /** What the names of the groups that remember what was told end in. */
  private static final List<String> FOLLOWED = List.of("-policies", "-graphs", "-memory");

  private final Admin admin;
  private final List<String> missing = new ArrayList<>();

  private Rights(Admin admin) {
    this.admin = admin;
  }

  /**
   * Does nothing when they are all there.
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
   * Does nothing when all is there that {@code eddyline forget} needs.
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

  /** Those that are there and may be seen: before the first start there is none. */
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
              // a broker that does not say refuses nothing beforehand
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
          // brokers before 3.0: there it shows when the stream threads begin
          || failed.getCause() instanceof UnsupportedVersionException)) {
        throw unasked("transactional id " + id, failed);
      }
    }
  }

  private static ClusterUnreachableException unasked(String what, ExecutionException failed) {
    return new ClusterUnreachableException(
        "the rights on %s could not be asked for: %s".formatted(what, failed.getCause()),
        failed.getCause());
  }

  private static String word(AclOperation operation) {
    String name = operation.name();
    return name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT);
  }
}
