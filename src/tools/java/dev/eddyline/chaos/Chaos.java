package dev.eddyline.chaos;

import dev.eddyline.config.Setting;
import dev.eddyline.local.LocalCluster;
import dev.eddyline.local.LocalRegistry;
import dev.eddyline.policy.Policies;
import dev.eddyline.registry.AvailabilityListener;
import dev.eddyline.registry.ConfluentSchemaRegistry;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.topics.TopicAdmin;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.verify.Committed;
import dev.eddyline.verify.Committed.At;
import dev.eddyline.verify.CommittedRun;
import dev.eddyline.verify.CommittedTopics;
import dev.eddyline.verify.Discrepancy;
import dev.eddyline.verify.Discrepancy.Kind;
import dev.eddyline.verify.Recomputation;
import dev.eddyline.verify.Taken;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Runs brokers, a registry and processors as local processes under a constant load, with faults
 * drawn from a seed. At the end, recomputes each partition's committed outputs from its committed
 * inputs.
 */
public final class Chaos {

  private static final int PARTITIONS = 6;
  private static final String GROUP = "eddyline-chaos";
  private static final String POLICY = "default";
  private static final Duration CLUSTER_LIMIT = Duration.ofSeconds(60);
  private static final Duration REST_LIMIT = Duration.ofMinutes(3);
  private static final int MOST_TOLD = 20;

  /** The minimum: write buffers fill soon, so that data is written to disk. */
  private static final int STORE_MEMORY_MB = 16;

  private final ChaosPlan plan;
  private final int first;
  private final PrintStream out;
  private final Tally tally = new Tally();

  /**
   * A run of this plan that prints to this stream.
   *
   * @param first number of the fault with which it begins, from 1 to the plan's faults
   */
  public Chaos(ChaosPlan plan, int first, PrintStream out) {
    this.plan = plan;
    this.first = first;
    this.out = out;
  }

  /** Runs the plan once and returns the result. */
  @SuppressWarnings("try") // the decider is only closed
  public Verified run() throws IOException {
    out.printf(
        "seed %d: faults %d to %d, %d processors, %d brokers, %d partitions%n",
        plan.seed(), first, plan.faults(), plan.processors(), plan.brokers(), PARTITIONS);
    try (LocalRegistry registry = LocalRegistry.start();
        LocalCluster brokers = LocalCluster.start(plan.brokers());
        SchemaRegistry schemas =
            new ConfluentSchemaRegistry(
                Map.of(Setting.SCHEMA_REGISTRY_URL.key(), registry.confluentUrl()),
                AvailabilityListener.NONE)) {
      String bootstrap = brokers.bootstrapServers();
      var committed = new CommittedTopics(bootstrap, createTopics(bootstrap), schemas);
      try (Fleet fleet = new Fleet(plan.processors(), settings(bootstrap, registry), out);
          Taken taken = new Taken(bootstrap, GROUP, committed);
          Publisher publisher = new Publisher(bootstrap, committed.topics(), schemas)) {
        try (var decider = new GateDecider(bootstrap, schemas, committed.topics(), publisher)) {
          attack(fleet, taken, publisher, brokers, registry);
        }
        publisher.flush();
        return verify(fleet, taken, publisher, committed, brokers);
      }
    }
  }

  private static TopicCatalogue createTopics(String bootstrap) {
    TopicCatalogue topics = TopicCatalogue.load("").withPartitions(PARTITIONS);
    Map<String, Object> client = Map.of(Setting.BOOTSTRAP_SERVERS.key(), bootstrap);
    try (TopicAdmin admin = new TopicAdmin(topics, client, CLUSTER_LIMIT)) {
      admin.create(TopicAdmin.BROKER_DEFAULT);
    }
    return topics;
  }

  private static List<String> settings(String bootstrap, LocalRegistry registry) {
    return List.of(
        Setting.BOOTSTRAP_SERVERS.key() + "=" + bootstrap,
        Setting.SCHEMA_REGISTRY_URL.key() + "=" + registry.confluentUrl(),
        Setting.APPLICATION_ID.key() + "=" + GROUP,
        Setting.POLICY.key() + "=" + POLICY,
        Setting.CANARY_EVERY.key() + "=0",
        "num.stream.threads=" + Attack.THREADS,
        "session.timeout.ms=" + StatedTime.SESSION.toMillis(),
        "transaction.timeout.ms=" + StatedTime.TRANSACTION.toMillis(),
        Setting.STORE_MEMORY_MB.key() + "=" + STORE_MEMORY_MB);
  }

  private void attack(
      Fleet fleet, Taken taken, Publisher publisher, LocalCluster brokers, LocalRegistry registry) {
    List<Fault> faults = Schedule.of(plan);
    try (Watch watch = new Watch(taken, PARTITIONS);
        SteadyLoad load = new SteadyLoad(publisher, PARTITIONS, plan.seed())) {
      new Attack(fleet, taken, watch.movement(), load, tally, out)
          .run(first, faults.subList(first - 1, faults.size()), brokers, registry);
      load.end();
    }
  }

  private Verified verify(
      Fleet fleet,
      Taken taken,
      Publisher publisher,
      CommittedTopics committed,
      LocalCluster brokers)
      throws IOException {
    out.println("the load has ended; waiting until all of it is processed…");
    boolean atRest = Watch.await(REST_LIMIT, () -> isAtRest(fleet, taken));
    fleet.stop();
    boolean settled = Watch.await(REST_LIMIT, committed::isSettled);
    CommittedRun run = committed.read(PARTITIONS);
    List<Discrepancy> found =
        new ArrayList<>(
            Recomputation.discrepancies(run, Policies.ofSingle(Policies.preset(POLICY))));
    if (!settled) {
      for (String open : OpenTransactions.of(brokers.bootstrapServers(), committed.topics())) {
        found.add(new Discrepancy(Kind.LOST, open));
      }
    }
    if (!atRest) {
      String late = "not all inputs were processed within %d s".formatted(REST_LIMIT.toSeconds());
      found.add(new Discrepancy(Kind.LOST, late));
    }
    Set<At> committedThere = run.records().stream().map(Committed::at).collect(Collectors.toSet());
    for (At place : publisher.acknowledged()) {
      if (!committedThere.contains(place)) {
        found.add(new Discrepancy(Kind.LOST, place + " was acknowledged but does not exist"));
      }
    }
    int records = run.records().size() + run.journal().size();
    Verified verified = tally.verified(plan, first, records, fleet.endedByThemselves(), found);
    if (!verified.holds() || fleet.endedByThemselves() > 0) {
      tell(found, fleet, brokers);
    }
    return verified;
  }

  /** Whether all inputs are processed, including those that they caused. */
  private static boolean isAtRest(Fleet fleet, Taken taken) {
    fleet.revive();
    long before = taken.inputs();
    return taken.all() && taken.inputs() == before;
  }

  private void tell(List<Discrepancy> found, Fleet fleet, LocalCluster brokers) throws IOException {
    found.stream().limit(MOST_TOLD).forEach(out::println);
    Path logs = Files.createTempDirectory("eddyline-chaos-logs");
    fleet.keepLogs(logs);
    brokers.keepLogs(logs);
    out.println("logs of processors and brokers: " + logs);
  }
}
