package dev.eddyline.chaos;

import dev.eddyline.cluster.TopicAdmin;
import dev.eddyline.config.Setting;
import dev.eddyline.local.LocalCluster;
import dev.eddyline.local.LocalRegistry;
import dev.eddyline.policy.Policies;
import dev.eddyline.registry.AvailabilityListener;
import dev.eddyline.registry.ConfluentSchemaRegistry;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.verify.CommittedOffsets;
import dev.eddyline.verify.CommittedRecord;
import dev.eddyline.verify.CommittedRecord.TopicPosition;
import dev.eddyline.verify.CommittedRun;
import dev.eddyline.verify.CommittedTopics;
import dev.eddyline.verify.Discrepancy;
import dev.eddyline.verify.Discrepancy.DiscrepancyKind;
import dev.eddyline.verify.Recomputation;
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
  private static final Duration DRAIN_TIMEOUT = Duration.ofMinutes(3);
  private static final int MAX_PRINTED_DISCREPANCIES = 20;

  /** The minimum: write buffers fill soon, so that data is written to disk. */
  private static final int STORE_MEMORY_MB = 16;

  private final ChaosPlan plan;
  private final int first;
  private final PrintStream out;
  private final ChaosTally tally = new ChaosTally();

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
  public ChaosResult run() throws IOException {
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
      try (CommittedTopics committed =
              new CommittedTopics(bootstrap, createTopics(bootstrap), schemas);
          ProcessorFleet fleet =
              new ProcessorFleet(plan.processors(), settings(bootstrap, registry), out);
          CommittedOffsets offsets = new CommittedOffsets(bootstrap, GROUP, committed);
          LoadPublisher publisher = new LoadPublisher(bootstrap, committed.topics(), schemas)) {
        try (var decider = new GateDecider(bootstrap, schemas, committed.topics(), publisher)) {
          injectScheduledFaults(fleet, offsets, publisher, brokers, registry);
        }
        publisher.flush();
        return verify(fleet, offsets, publisher, committed, brokers);
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
        "num.stream.threads=" + FaultRunner.THREADS,
        "session.timeout.ms=" + RecoveryTimeLimit.SESSION.toMillis(),
        "transaction.timeout.ms=" + RecoveryTimeLimit.TRANSACTION.toMillis(),
        Setting.STORE_MEMORY_MB.key() + "=" + STORE_MEMORY_MB);
  }

  private void injectScheduledFaults(
      ProcessorFleet fleet,
      CommittedOffsets offsets,
      LoadPublisher publisher,
      LocalCluster brokers,
      LocalRegistry registry) {
    List<Fault> faults = FaultSchedule.drawFaults(plan);
    try (OffsetWatcher watcher = new OffsetWatcher(offsets, PARTITIONS);
        SteadyLoad load = new SteadyLoad(publisher, PARTITIONS, plan.seed())) {
      new FaultRunner(fleet, offsets, watcher.partitionProgress(), load, tally, out)
          .run(first, faults.subList(first - 1, faults.size()), brokers, registry);
      load.closeAndSendFinalRecords();
    }
  }

  private ChaosResult verify(
      ProcessorFleet fleet,
      CommittedOffsets offsets,
      LoadPublisher publisher,
      CommittedTopics committed,
      LocalCluster brokers)
      throws IOException {
    out.println("the load has ended; waiting until all of it is processed…");
    boolean drained =
        OffsetWatcher.await(DRAIN_TIMEOUT, () -> hasProcessedAllInputs(fleet, offsets));
    fleet.stop();
    boolean settled = OffsetWatcher.await(DRAIN_TIMEOUT, committed::hasNoOpenTransaction);
    CommittedRun run = committed.read(PARTITIONS);
    List<Discrepancy> discrepancies =
        new ArrayList<>(
            Recomputation.discrepancies(run, Policies.ofSinglePolicy(Policies.preset(POLICY))));
    if (!settled) {
      for (String open :
          OpenTransactions.describeAll(brokers.bootstrapServers(), committed.topics())) {
        discrepancies.add(new Discrepancy(DiscrepancyKind.LOST, open));
      }
    }
    if (!drained) {
      String notDrained =
          "not all inputs were processed within %d s".formatted(DRAIN_TIMEOUT.toSeconds());
      discrepancies.add(new Discrepancy(DiscrepancyKind.LOST, notDrained));
    }
    Set<TopicPosition> committedPositions =
        run.records().stream().map(CommittedRecord::position).collect(Collectors.toSet());
    for (TopicPosition position : publisher.acknowledged()) {
      if (!committedPositions.contains(position)) {
        discrepancies.add(
            new Discrepancy(
                DiscrepancyKind.LOST, position + " was acknowledged but does not exist"));
      }
    }
    int records = run.records().size() + run.journal().size();
    ChaosResult result =
        tally.toResult(plan, first, records, fleet.unexpectedExitCount(), discrepancies);
    if (!result.hasPassed() || fleet.unexpectedExitCount() > 0) {
      printDiscrepanciesAndCopyLogs(discrepancies, fleet, brokers);
    }
    return result;
  }

  /** Whether all inputs are processed, including those that they caused. */
  private static boolean hasProcessedAllInputs(ProcessorFleet fleet, CommittedOffsets offsets) {
    fleet.restartExitedProcessors();
    long inputsBefore = offsets.committedInputCount();
    return offsets.areAllInputsProcessed() && offsets.committedInputCount() == inputsBefore;
  }

  private void printDiscrepanciesAndCopyLogs(
      List<Discrepancy> discrepancies, ProcessorFleet fleet, LocalCluster brokers)
      throws IOException {
    discrepancies.stream().limit(MAX_PRINTED_DISCREPANCIES).forEach(out::println);
    Path logs = Files.createTempDirectory("eddyline-chaos-logs");
    fleet.copyLogs(logs);
    brokers.copyLogs(logs);
    out.println("logs of processors and brokers: " + logs);
  }
}
