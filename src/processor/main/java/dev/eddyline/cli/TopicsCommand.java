package dev.eddyline.cli;

import dev.eddyline.cluster.TopicAdmin;
import dev.eddyline.cluster.TopicCreation;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicSpec;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code eddyline topics}: prints the required topics, and compares or creates the cluster's. */
@Command(
    name = "topics",
    description =
        "Prints the required topics; with --bootstrap it compares them with the cluster's. With"
            + " --create it creates the missing ones and reports differences, which it never"
            + " changes. Exit code 4 when something differs.",
    mixinStandardHelpOptions = true)
final class TopicsCommand implements Callable<Integer> {

  private static final String ROW = "%-18s %-11s %-12s %-9s %4s  %-8s %-9s %-14s %s%n";

  @Mixin private SettingsOptions options;

  @Option(names = "--create", description = "create the missing topics")
  private boolean create;

  @Option(
      names = "--partitions",
      paramLabel = "N",
      description = "partitions of new topics; default: as printed")
  private Integer partitions;

  @Option(
      names = "--replication-factor",
      paramLabel = "N",
      description = "replicas of new topics; default: the broker's")
  private short replicationFactor = TopicAdmin.BROKER_DEFAULT;

  @Override
  public Integer call() {
    Settings settings = options.settings();
    TopicCatalogue named = TopicCatalogue.load(settings.get(Setting.TOPIC_PREFIX));
    TopicCatalogue topics = partitions == null ? named : named.withPartitions(partitions);
    if (!create && !options.namesCluster()) {
      print(topics);
      return ExitCode.OK;
    }
    try (TopicAdmin admin = options.topicAdmin(settings, topics)) {
      TopicCreation done =
          create
              ? admin.create(replicationFactor)
              : new TopicCreation(List.of(), admin.differences());
      done.created().forEach(name -> System.out.println("created " + name));
      done.differences().forEach(difference -> System.out.println("differs " + difference));
      if (done.created().isEmpty() && done.differences().isEmpty()) {
        System.out.println("all topics exist with the required configuration");
      }
      return done.differences().isEmpty() ? ExitCode.OK : ExitCode.CLUSTER;
    }
  }

  private static void print(TopicCatalogue topics) {
    System.out.printf(
        ROW,
        "topic",
        "key",
        "value",
        "direction",
        "part",
        "cleanup",
        "retention",
        "timestamps",
        "");
    for (TopicSpec topic : topics.all()) {
      System.out.printf(
          ROW,
          topic.name(),
          word(topic.key()),
          topic.value(),
          word(topic.direction()),
          topic.partitions(),
          topic.cleanup().kafkaName(),
          topic.retention().toHours() + "h",
          topic.timestamps().kafkaName(),
          topic.doc());
    }
  }

  private static String word(Enum<?> symbol) {
    return symbol.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
