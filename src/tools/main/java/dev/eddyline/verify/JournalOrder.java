package dev.eddyline.verify;

import dev.eddyline.graph.source.PublishedGraph;
import dev.eddyline.policy.PublishedPolicy;
import dev.eddyline.published.PublishedConfig;
import dev.eddyline.schema.JournalEntry;
import dev.eddyline.schema.JournalKind;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.verify.CommittedRecord.TopicPosition;
import dev.eddyline.verify.Discrepancy.DiscrepancyKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/**
 * The order in which a partition processed its inputs, rebuilt from the journal. It must be a legal
 * merge: each input once, each topic in the order of its offsets, and between them the activations
 * of policies and graphs. An unreadable input is never processed: an unreadable event remains in
 * its position, one of another topic is left out.
 */
final class JournalOrder {

  /** The next step in a partition's order. */
  sealed interface JournalStep {

    /**
     * An input is processed.
     *
     * @param verified whether it is a decision with a valid signature
     */
    record InputStep(CommittedRecord record, boolean verified) implements JournalStep {}

    /** A published policy or graph of a workflow takes effect. */
    record ActivationStep(PublishedConfig change) implements JournalStep {}

    /**
     * The configured graph of a workflow takes effect.
     *
     * @param version version of that graph; empty where the workflow has no graph any more
     */
    record ConfiguredGraphStep(String workflow, Optional<String> version) implements JournalStep {}
  }

  /** The offset that means "before the first event". */
  private static final long BEGINNING = -1;

  /** The offset that means "from the configuration". */
  private static final long CONFIGURED = -1;

  private final int partition;
  private final TreeMap<Long, CommittedRecord> eventsByOffset = new TreeMap<>();
  private final Map<TopicPosition, CommittedRecord> otherInputByPosition = new HashMap<>();
  private final Set<TopicPosition> deadLetters;
  private final Map<Long, PublishedPolicy> policies = new HashMap<>();
  private final Map<Long, PublishedGraph> graphs = new HashMap<>();
  private final TreeMap<Long, List<JournalStep>> afterEvent = new TreeMap<>();

  private JournalOrder(CommittedRun run, int partition) {
    this.partition = partition;
    deadLetters = Set.copyOf(run.deadLetters());
    run.recordsOf(TopicRole.AGENT_EVENTS, partition)
        .forEach(e -> eventsByOffset.put(e.position().offset(), e));
    run.recordsOf(TopicRole.GATE_DECISIONS, partition)
        .forEach(it -> otherInputByPosition.put(it.position(), it));
    run.recordsOf(TopicRole.PROGRESS_EVALUATIONS, partition)
        .forEach(it -> otherInputByPosition.put(it.position(), it));
    run.recordsOf(TopicRole.EDDYLINE_SIGNALS, partition)
        .forEach(it -> otherInputByPosition.put(it.position(), it));
    run.policies().forEach(policy -> policies.put(policy.offset(), policy));
    run.graphs().forEach(graph -> graphs.put(graph.offset(), graph));
  }

  /**
   * The inputs and activations of a partition in order.
   *
   * @throws IllegalOrderException when the order is illegal
   */
  static List<JournalStep> of(CommittedRun run, int partition) {
    JournalOrder order = new JournalOrder(run, partition);
    order.placeEntries(run.journal(partition));
    order.requireAllInputsJournaled(run.journal(partition));
    return order.mergedSteps();
  }

  private void placeEntries(List<JournalEntry> journal) {
    requireOneStart(journal);
    Set<TopicPosition> journaled = new HashSet<>();
    Map<String, Long> newestByTopic = new HashMap<>();
    long position = BEGINNING;
    for (JournalEntry entry : journal) {
      TopicPosition source = positionOf(entry);
      require(
          entry.getAfterOffset() >= position,
          "%s took effect after event %d, the entry before it after event %d",
          source,
          entry.getAfterOffset(),
          position);
      position = entry.getAfterOffset();
      require(
          position == BEGINNING || wasEventProcessed(position),
          "%s took effect after event %d, which was never processed",
          source,
          position);
      List<JournalStep> steps = afterEvent.computeIfAbsent(position, none -> new ArrayList<>());
      switch (entry.getKind()) {
        case START -> {}
        case INPUT -> steps.add(toInputStep(entry, source, journaled, newestByTopic));
        case POLICY ->
            steps.add(toActivationStep("policy", policies.get(entry.getOffset()), entry, source));
        case GRAPH -> steps.add(toGraphStep(entry, source));
        default -> require(false, "%s has an unknown kind", source);
      }
    }
  }

  private JournalStep toInputStep(
      JournalEntry entry,
      TopicPosition source,
      Set<TopicPosition> journaled,
      Map<String, Long> newestByTopic) {
    CommittedRecord record = otherInputByPosition.get(source);
    require(record != null, "the journal contains %s, which is not an input", source);
    require(
        DiscrepancyKind.DOUBLED, journaled.add(source), "the journal contains %s twice", source);
    long previousOffset = newestByTopic.getOrDefault(source.topic(), BEGINNING);
    require(
        source.offset() > previousOffset,
        "the journal contains %s after offset %d",
        source,
        previousOffset);
    newestByTopic.put(source.topic(), source.offset());
    return new JournalStep.InputStep(record, Boolean.TRUE.equals(entry.getVerified()));
  }

  private JournalStep toGraphStep(JournalEntry entry, TopicPosition source) {
    return entry.getOffset() == CONFIGURED
        ? new JournalStep.ConfiguredGraphStep(
            entry.getWorkflow(), Optional.ofNullable(entry.getVersion()))
        : toActivationStep("graph", graphs.get(entry.getOffset()), entry, source);
  }

  private JournalStep toActivationStep(
      String what, PublishedConfig change, JournalEntry entry, TopicPosition source) {
    require(
        change != null && change.workflow().equals(entry.getWorkflow()),
        "the %s of workflow %s was activated by %s, but none is published there for it",
        what,
        entry.getWorkflow(),
        source);
    return new JournalStep.ActivationStep(change);
  }

  /** The entries of inputs. */
  private static List<JournalEntry> inputJournalEntries(List<JournalEntry> journal) {
    return journal.stream().filter(entry -> entry.getKind() == JournalKind.INPUT).toList();
  }

  /** The first entry of a partition with inputs must be its first start, which occurs once. */
  private void requireOneStart(List<JournalEntry> journal) {
    long starts = journal.stream().filter(it -> it.getKind() == JournalKind.START).count();
    boolean first = starts == 0 || journal.get(0).getKind() == JournalKind.START;
    require(
        starts <= 1 && first,
        "the journal has %d first starts, or one that is not its first entry",
        starts);
    require(
        starts == 1 || journal.isEmpty() && deadLetters.containsAll(inputPositions()),
        "the journal does not contain a first start");
  }

  private Set<TopicPosition> inputPositions() {
    Set<TopicPosition> places = new HashSet<>(otherInputByPosition.keySet());
    eventsByOffset.values().forEach(event -> places.add(event.position()));
    return places;
  }

  /** The time of the partition's first start in the journal; empty without inputs. */
  static OptionalLong firstStart(CommittedRun run, int partition) {
    return run.journal(partition).stream()
        .filter(entry -> entry.getKind() == JournalKind.START)
        .mapToLong(entry -> entry.getDecidedAt().toEpochMilli())
        .findFirst();
  }

  /** The position to which a journal entry refers. */
  private static TopicPosition positionOf(JournalEntry entry) {
    return new TopicPosition(entry.getTopic(), entry.getPartition(), entry.getOffset());
  }

  private boolean wasEventProcessed(long offset) {
    CommittedRecord event = eventsByOffset.get(offset);
    return event != null && !deadLetters.contains(event.position());
  }

  private void requireAllInputsJournaled(List<JournalEntry> journal) {
    Set<TopicPosition> journaled = new HashSet<>();
    inputJournalEntries(journal).forEach(entry -> journaled.add(positionOf(entry)));
    otherInputByPosition.values().stream()
        .filter(it -> !journaled.contains(it.position()) && !isUnreadable(it))
        .map(CommittedRecord::position)
        .min(Comparator.comparing(TopicPosition::toString))
        .ifPresent(
            at -> require(DiscrepancyKind.LOST, false, "the journal does not contain %s", at));
  }

  /** Whether a record was dead-lettered because it is unreadable. */
  private boolean isUnreadable(CommittedRecord record) {
    return record.value() == null && deadLetters.contains(record.position());
  }

  private List<JournalStep> mergedSteps() {
    List<JournalStep> order = new ArrayList<>(afterEvent.getOrDefault(BEGINNING, List.of()));
    eventsByOffset.forEach(
        (offset, event) -> {
          order.add(new JournalStep.InputStep(event, false));
          order.addAll(afterEvent.getOrDefault(offset, List.of()));
        });
    return List.copyOf(order);
  }

  private void require(boolean condition, String message, Object... args) {
    require(DiscrepancyKind.DIFFERENT, condition, message, args);
  }

  private void require(DiscrepancyKind kind, boolean condition, String message, Object... args) {
    if (!condition) {
      throw new IllegalOrderException(
          new Discrepancy(kind, "partition " + partition + ": " + message.formatted(args)));
    }
  }
}
