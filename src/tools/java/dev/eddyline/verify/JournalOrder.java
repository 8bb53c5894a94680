package dev.eddyline.verify;

import dev.eddyline.graph.PublishedGraph;
import dev.eddyline.policy.PublishedPolicy;
import dev.eddyline.published.PublishedConfig;
import dev.eddyline.schema.JournalEntry;
import dev.eddyline.schema.JournalKind;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.verify.Committed.At;
import dev.eddyline.verify.Discrepancy.Kind;
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
  sealed interface Step {

    /**
     * An input is processed.
     *
     * @param verified whether it is a decision with a valid signature
     */
    record Input(Committed record, boolean verified) implements Step {}

    /** A published policy or graph of a workflow takes effect. */
    record Switch(PublishedConfig change) implements Step {}

    /**
     * The configured graph of a workflow takes effect.
     *
     * @param version version of that graph; empty where the workflow has no graph any more
     */
    record Configured(String workflow, Optional<String> version) implements Step {}
  }

  /** The offset that means "before the first event". */
  private static final long BEGINNING = -1;

  /** The offset that means "from the configuration". */
  private static final long CONFIGURED = -1;

  private final int partition;
  private final TreeMap<Long, Committed> events = new TreeMap<>();
  private final Map<At, Committed> others = new HashMap<>();
  private final Set<At> deadLetters;
  private final Map<Long, PublishedPolicy> policies = new HashMap<>();
  private final Map<Long, PublishedGraph> graphs = new HashMap<>();
  private final TreeMap<Long, List<Step>> afterEvent = new TreeMap<>();

  private JournalOrder(CommittedRun run, int partition) {
    this.partition = partition;
    deadLetters = Set.copyOf(run.deadLetters());
    run.of(TopicRole.AGENT_EVENTS, partition).forEach(e -> events.put(e.at().offset(), e));
    run.of(TopicRole.GATE_DECISIONS, partition).forEach(it -> others.put(it.at(), it));
    run.of(TopicRole.PROGRESS_EVALUATIONS, partition).forEach(it -> others.put(it.at(), it));
    run.of(TopicRole.EDDYLINE_SIGNALS, partition).forEach(it -> others.put(it.at(), it));
    run.policies().forEach(policy -> policies.put(policy.offset(), policy));
    run.graphs().forEach(graph -> graphs.put(graph.offset(), graph));
  }

  /**
   * The inputs and activations of a partition in order.
   *
   * @throws IllegalOrderException when the order is illegal
   */
  static List<Step> of(CommittedRun run, int partition) {
    JournalOrder order = new JournalOrder(run, partition);
    order.placeEntries(run.journal(partition));
    order.requireAllPlaced(run.journal(partition));
    return order.merged();
  }

  private void placeEntries(List<JournalEntry> journal) {
    requireOneStart(journal);
    Set<At> told = new HashSet<>();
    Map<String, Long> newest = new HashMap<>();
    long position = BEGINNING;
    for (JournalEntry entry : journal) {
      At place = place(entry);
      require(
          entry.getAfterOffset() >= position,
          "%s took effect after event %d, the entry before it after event %d",
          place,
          entry.getAfterOffset(),
          position);
      position = entry.getAfterOffset();
      require(
          position == BEGINNING || taken(position),
          "%s took effect after event %d, which was never processed",
          place,
          position);
      List<Step> here = afterEvent.computeIfAbsent(position, none -> new ArrayList<>());
      switch (entry.getKind()) {
        case START -> {}
        case INPUT -> here.add(input(entry, place, told, newest));
        case POLICY -> here.add(change("policy", policies.get(entry.getOffset()), entry, place));
        case GRAPH -> here.add(graph(entry, place));
        default -> require(false, "%s has an unknown kind", place);
      }
    }
  }

  private Step input(JournalEntry entry, At place, Set<At> told, Map<String, Long> newest) {
    Committed record = others.get(place);
    require(record != null, "the journal contains %s, which is not an input", place);
    require(Kind.DOUBLED, told.add(place), "the journal contains %s twice", place);
    long before = newest.getOrDefault(place.topic(), BEGINNING);
    require(place.offset() > before, "the journal contains %s after offset %d", place, before);
    newest.put(place.topic(), place.offset());
    return new Step.Input(record, Boolean.TRUE.equals(entry.getVerified()));
  }

  private Step graph(JournalEntry entry, At place) {
    return entry.getOffset() == CONFIGURED
        ? new Step.Configured(entry.getWorkflow(), Optional.ofNullable(entry.getVersion()))
        : change("graph", graphs.get(entry.getOffset()), entry, place);
  }

  private Step change(String what, PublishedConfig change, JournalEntry entry, At place) {
    require(
        change != null && change.workflow().equals(entry.getWorkflow()),
        "the %s of workflow %s was activated by %s, but none is published there for it",
        what,
        entry.getWorkflow(),
        place);
    return new Step.Switch(change);
  }

  /** The entries of inputs. */
  private static List<JournalEntry> inputs(List<JournalEntry> journal) {
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
        starts == 1 || journal.isEmpty() && deadLetters.containsAll(places()),
        "the journal does not contain a first start");
  }

  private Set<At> places() {
    Set<At> places = new HashSet<>(others.keySet());
    events.values().forEach(event -> places.add(event.at()));
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
  private static At place(JournalEntry entry) {
    return new At(entry.getTopic(), entry.getPartition(), entry.getOffset());
  }

  private boolean taken(long offset) {
    Committed event = events.get(offset);
    return event != null && !deadLetters.contains(event.at());
  }

  private void requireAllPlaced(List<JournalEntry> journal) {
    Set<At> told = new HashSet<>();
    inputs(journal).forEach(entry -> told.add(place(entry)));
    others.values().stream()
        .filter(it -> !told.contains(it.at()) && !unreadable(it))
        .map(Committed::at)
        .min(Comparator.comparing(At::toString))
        .ifPresent(at -> require(Kind.LOST, false, "the journal does not contain %s", at));
  }

  /** Whether a record was dead-lettered because it is unreadable. */
  private boolean unreadable(Committed record) {
    return record.value() == null && deadLetters.contains(record.at());
  }

  private List<Step> merged() {
    List<Step> order = new ArrayList<>(afterEvent.getOrDefault(BEGINNING, List.of()));
    events.forEach(
        (offset, event) -> {
          order.add(new Step.Input(event, false));
          order.addAll(afterEvent.getOrDefault(offset, List.of()));
        });
    return List.copyOf(order);
  }

  private void require(boolean holds, String otherwise, Object... args) {
    require(Kind.DIFFERENT, holds, otherwise, args);
  }

  private void require(Kind kind, boolean holds, String otherwise, Object... args) {
    if (!holds) {
      throw new IllegalOrderException(
          new Discrepancy(kind, "partition " + partition + ": " + otherwise.formatted(args)));
    }
  }
}
