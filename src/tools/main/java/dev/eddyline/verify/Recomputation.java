package dev.eddyline.verify;

import dev.eddyline.graph.source.GraphSnapshot;
import dev.eddyline.graph.source.LoadedGraph;
import dev.eddyline.policy.Policies;
import dev.eddyline.schema.DecisionReceipt;
import dev.eddyline.schema.Forgetting;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.MeaningFound;
import dev.eddyline.schema.Signal;
import dev.eddyline.task.DecisionRules;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topics.TopicSpec;
import dev.eddyline.verify.CommittedRecord.TopicPosition;
import dev.eddyline.verify.Discrepancy.DiscrepancyKind;
import dev.eddyline.verify.JournalOrder.JournalStep;
import dev.eddyline.verify.ReferenceExecution.ExpectedRecord;
import dev.eddyline.verify.ReferenceExecution.InputEffects;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.avro.Schema.Field;
import org.apache.avro.generic.IndexedRecord;

/**
 * Recomputes all outputs of a run from its inputs in the order of the journal, and compares them
 * with the committed ones. Compares every key, every field except those from a clock or from loop
 * memory, the partition of root signals, and the order within each output partition. Includes loop
 * memory, as far as its compacted topic retains it. Reminders, which a clock causes, are left out.
 */
public final class Recomputation {

  /**
   * Fields that are not compared: decision time, whether the reply expired, and the remedies of
   * similar loops, which depend on the loop memory at that time.
   */
  private static final Set<String> IGNORED_FIELDS = Set.of("decidedAt", "expired", "similar");

  private final CommittedRun run;
  private final Policies policies;
  private final List<GraphSnapshot> configured;
  private final Set<TopicPosition> deadLetters = new HashSet<>();
  private final Map<List<Object>, List<CommittedRecord>> unmatchedOutputsByKey = new HashMap<>();
  private final Set<List<Object>> matchedOutputKeys = new HashSet<>();
  private final List<Discrepancy> discrepancies = new ArrayList<>();
  private final DecisionRules decisions;
  private final LoopMemoryCheck loopMemoryCheck;
  private Map<String, Long> newestOffsetByOutputPartition;

  private Recomputation(
      CommittedRun run,
      Policies policies,
      List<GraphSnapshot> configured,
      DecisionRules decisions) {
    this.decisions = decisions;
    this.run = run;
    this.policies = policies;
    loopMemoryCheck = new LoopMemoryCheck(run.recordsOf(TopicRole.LOOP_MEMORY));
    this.configured = configured;
    for (TopicRole role : CommittedRun.OUTPUTS) {
      for (CommittedRecord output : run.recordsOf(role)) {
        if (!isReminder(output) && !isExternalSignal(output)) {
          unmatchedOutputsByKey
              .computeIfAbsent(matchKey(role, output.value()), none -> new ArrayList<>())
              .add(output);
        }
      }
    }
  }

  /**
   * All discrepancies between a run and the outputs that its inputs must cause, partition by
   * partition; empty when there are none. If a partition's order is illegal, that is reported
   * instead of its outputs.
   *
   * @param policies the configured policies during the whole run
   */
  public static List<Discrepancy> discrepancies(CommittedRun run, Policies policies) {
    return discrepancies(run, policies, List.of(GraphSnapshot.NONE));
  }

  /**
   * All discrepancies of a processor with configured graphs.
   *
   * @param configured the configured graphs of each start, in the order of the starts
   */
  public static List<Discrepancy> discrepancies(
      CommittedRun run, Policies policies, List<GraphSnapshot> configured) {
    return discrepancies(run, policies, configured, DecisionRules.LIVE);
  }

  /** All discrepancies of a processor with other rules for decisions. */
  public static List<Discrepancy> discrepancies(
      CommittedRun run,
      Policies policies,
      List<GraphSnapshot> configured,
      DecisionRules decisions) {
    Recomputation recomputation =
        new Recomputation(run, policies, List.copyOf(configured), decisions);
    recomputation.checkDeadLetters();
    boolean allLegal = true;
    for (int partition = 0; partition < run.partitions(); partition++) {
      allLegal &= recomputation.recomputeAndCompare(partition);
    }
    if (allLegal) {
      recomputation.reportUnmatchedOutputs();
      recomputation.discrepancies.addAll(GraphFindingsCheck.discrepancies(run));
    }
    recomputation.discrepancies.addAll(recomputation.loopMemoryCheck.discrepancies(allLegal));
    return List.copyOf(recomputation.discrepancies);
  }

  private static boolean isReminder(CommittedRecord output) {
    return output.value() instanceof GateTrigger gate && gate.getState() == GateState.REMINDED;
  }

  /** Whether it came from a person or a sentence model, and is not caused by an input. */
  private static boolean isExternalSignal(CommittedRecord output) {
    return output.value() instanceof Signal signal
        && (signal.getBody() instanceof Forgetting || signal.getBody() instanceof MeaningFound);
  }

  private void checkDeadLetters() {
    Set<TopicPosition> inputs = new HashSet<>();
    for (TopicRole role : CommittedRun.INPUTS) {
      run.recordsOf(role).forEach(input -> inputs.add(input.position()));
    }
    // dead-lettered by the readers of whole topics, not by a partition
    Set<String> references =
        run.topics().references().stream().map(TopicSpec::name).collect(Collectors.toSet());
    for (TopicPosition deadLetter : run.deadLetters()) {
      if (!references.contains(deadLetter.topic()) && !inputs.contains(deadLetter)) {
        reportDiscrepancy(
            DiscrepancyKind.DIFFERENT, "%s is dead-lettered, but is not an input", deadLetter);
      }
      if (!deadLetters.add(deadLetter)) {
        reportDiscrepancy(DiscrepancyKind.DOUBLED, "%s is dead-lettered twice", deadLetter);
      }
    }
  }

  /** Recomputes and compares a partition's outputs; false when its order is illegal. */
  private boolean recomputeAndCompare(int partition) {
    List<JournalStep> order;
    try {
      order = JournalOrder.of(run, partition);
    } catch (IllegalOrderException illegal) {
      discrepancies.add(illegal.discrepancy());
      return false;
    }
    newestOffsetByOutputPartition = new HashMap<>();
    ReferenceExecution reference =
        new ReferenceExecution(
            run.topics(),
            run.partitions(),
            partition,
            policies,
            configured.get(0),
            JournalOrder.firstStart(run, partition),
            decisions);
    for (JournalStep step : order) {
      if (step instanceof JournalStep.InputStep input) {
        recomputeAndCompare(
            partition, input.record(), reference.processInput(input.record(), input.verified()));
      } else if (step instanceof JournalStep.ActivationStep change) {
        reference.activateConfig(change.change());
      } else if (step instanceof JournalStep.ConfiguredGraphStep change) {
        reference.configureGraph(change.workflow(), configuredGraph(change, partition));
      }
    }
    return true;
  }

  private Optional<LoadedGraph> configuredGraph(
      JournalStep.ConfiguredGraphStep change, int partition) {
    Optional<LoadedGraph> graph =
        configured.stream()
            .map(graphs -> graphs.configured(change.workflow()))
            .filter(Objects::nonNull)
            .filter(it -> change.version().filter(it.version()::equals).isPresent())
            .findFirst();
    if (graph.isEmpty() && change.version().isPresent()) {
      reportDiscrepancy(
          DiscrepancyKind.DIFFERENT,
          "partition %d: the graph of workflow %s was activated in version %s, which is not"
              + " configured",
          partition,
          change.workflow(),
          change.version().get());
    }
    return graph;
  }

  private void recomputeAndCompare(int partition, CommittedRecord input, InputEffects effects) {
    boolean isDeadLetter = deadLetters.contains(input.position());
    if (!isDeadLetter && effects.rejectionReason().isPresent()) {
      String reason = effects.rejectionReason().get();
      reportDiscrepancy(
          DiscrepancyKind.LOST, "%s is not dead-lettered, although %s", input.position(), reason);
    }
    if (isDeadLetter && effects.rejectionReason().isEmpty()) {
      reportDiscrepancy(
          DiscrepancyKind.DIFFERENT,
          "%s is dead-lettered, although the rules accept it",
          input.position());
    }
    for (ExpectedRecord effect : effects.published()) {
      if (effect.topic() == TopicRole.LOOP_MEMORY) {
        loopMemoryCheck.addExpectedMemory(partition, input.position(), effect);
      } else {
        compare(input.position(), effect);
      }
    }
  }

  private void compare(TopicPosition input, ExpectedRecord effect) {
    List<Object> key = matchKey(effect.topic(), effect.value());
    List<CommittedRecord> candidates = unmatchedOutputsByKey.getOrDefault(key, List.of());
    if (candidates.isEmpty()) {
      reportDiscrepancy(
          DiscrepancyKind.LOST,
          "%s causes %s, which is not committed",
          input,
          describeRecord(effect.value()));
      return;
    }
    CommittedRecord output =
        candidates.stream()
            .filter(it -> firstDifference(effect, it) == null)
            .findFirst()
            .orElse(candidates.get(0));
    String difference = firstDifference(effect, output);
    if (difference != null) {
      reportDiscrepancy(
          DiscrepancyKind.DIFFERENT,
          "%s causes %s; the committed one at %s has another %s",
          input,
          describeRecord(effect.value()),
          output.position(),
          difference);
    }
    candidates.remove(output);
    matchedOutputKeys.add(key);
    if (hasDefinedOrder(input, output)) {
      checkOutputOrder(input, effect, output);
    }
  }

  /**
   * Whether the order of inputs defines the position of an output. It does not for receipts of
   * dead-lettered events: the journal has no entry after those, so that the receipt may be anywhere
   * among those of other topics' inputs.
   */
  private boolean hasDefinedOrder(TopicPosition input, CommittedRecord output) {
    return !(output.value() instanceof DecisionReceipt)
        || !input.topic().equals(run.topics().name(TopicRole.AGENT_EVENTS));
  }

  private void checkOutputOrder(
      TopicPosition input, ExpectedRecord effect, CommittedRecord output) {
    String partition = output.position().topic() + " " + output.position().partition();
    Long previousOffset = newestOffsetByOutputPartition.put(partition, output.position().offset());
    if (previousOffset != null && previousOffset >= output.position().offset()) {
      reportDiscrepancy(
          DiscrepancyKind.DIFFERENT,
          "%s causes %s after the record at offset %d, but it is committed before it, at %s",
          input,
          describeRecord(effect.value()),
          previousOffset,
          output.position());
    }
  }

  private void reportUnmatchedOutputs() {
    unmatchedOutputsByKey.entrySet().stream()
        .flatMap(
            candidates ->
                candidates.getValue().stream()
                    .map(output -> Map.entry(candidates.getKey(), output)))
        .sorted(Comparator.comparing(entry -> entry.getValue().position().toString()))
        .forEach(
            entry ->
                reportDiscrepancy(
                    matchedOutputKeys.contains(entry.getKey())
                        ? DiscrepancyKind.DOUBLED
                        : DiscrepancyKind.DIFFERENT,
                    "%s, committed at %s, is not caused by an input, or is a duplicate",
                    describeRecord(entry.getValue().value()),
                    entry.getValue().position()));
  }

  /** The first differing field of a committed output, as text; null if equal. */
  static String firstDifference(ExpectedRecord effect, CommittedRecord output) {
    if (!effect.key().equals(output.key())) {
      return "key: %s, by the rules %s".formatted(output.key(), effect.key());
    }
    int partition = effect.partition().orElse(output.position().partition());
    if (partition != output.position().partition()) {
      return "partition: %d, by the rules %d".formatted(output.position().partition(), partition);
    }
    for (Field field : effect.value().getSchema().getFields()) {
      Object expected = effect.value().get(field.pos());
      Object actual = output.value().get(field.pos());
      if (!IGNORED_FIELDS.contains(field.name()) && !Objects.equals(expected, actual)) {
        return "%s: %s, by the rules %s".formatted(field.name(), actual, expected);
      }
    }
    return null;
  }

  /** The key for matching outputs: their topic and their source input. */
  private static List<Object> matchKey(TopicRole topic, IndexedRecord output) {
    IndexedRecord payload = payload(output);
    Field source = payload.getSchema().getField("source");
    return source == null
        ? List.of(topic, payload.get(0), payload.get(1), payload.get(2))
        : List.of(topic, payload.get(source.pos()).toString());
  }

  /** The output itself, or the body of a signal. */
  private static IndexedRecord payload(IndexedRecord output) {
    Field body = output.getSchema().getField("body");
    return body == null ? output : (IndexedRecord) output.get(body.pos());
  }

  /** A description of a record. */
  static String describeRecord(IndexedRecord output) {
    IndexedRecord payload = payload(output);
    Field event = payload.getSchema().getField("eventId");
    String kind = payload.getSchema().getName();
    return event == null
        ? "a " + kind
        : "a %s of event %s".formatted(kind, payload.get(event.pos()));
  }

  private void reportDiscrepancy(DiscrepancyKind kind, String what, Object... args) {
    discrepancies.add(new Discrepancy(kind, what.formatted(args)));
  }
}
