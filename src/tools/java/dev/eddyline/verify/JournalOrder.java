package dev.eddyline.verify;

import dev.eddyline.graph.PublishedGraph;
import dev.eddyline.policy.PublishedPolicy;
import dev.eddyline.published.Published;
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
 * The one order in which a partition took its inputs (specification, section 8), rebuilt from the
 * journal and held to be a legal merge: each input once, each topic in the order of its offsets,
 * and between them the switches of policy and graph. An input that cannot be read is never taken:
 * among the events it stands where it is, of other topics it is left out.
 */
final class JournalOrder {

  /** What comes next in a partition's order. */
  sealed interface Step {

    /**
     * An input is taken.
     *
     * @param verified whether it is a decision whose signature held
     */
    record Input(Committed record, boolean verified) implements Step {}

    /** From here on something else holds for a workflow: a policy or a graph. */
    record Switch(Published change) implements Step {}

    /**
     * From here on the configuration's graph holds for a workflow.
     *
     * @param version version of that graph; empty where the workflow has none from here on
     */
    record Configured(String workflow, Optional<String> version) implements Step {}
  }

  /** The offset that stands for "before the first event". */
  private static final long BEGINNING = -1;

  /** The offset that stands for "of the configuration". */
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
   * The inputs of a partition in their order.
   *
   * @throws IllegalOrderException that says what is not legal, in words
   */
  static List<Step> of(CommittedRun run, int partition) {
    JournalOrder order = new JournalOrder(run, partition);
    order.place(run.journal(partition));
    order.requireAllPlaced(run.journal(partition));
    return order.merged();
  }

  private void place(List<JournalEntry> journal) {
    requireOneStart(journal);
    Set<At> told = new HashSet<>();
    Map<String, Long> newest = new HashMap<>();
    long position = BEGINNING;
    for (JournalEntry entry : journal) {
      At place = place(entry);
      require(
          entry.getAfterOffset() >= position,
          "%s took effect after event %d, what is told before it after event %d",
          place,
          entry.getAfterOffset(),
          position);
      position = entry.getAfterOffset();
      require(
          position == BEGINNING || taken(position),
          "%s took effect after event %d, which was never taken",
          place,
          position);
      List<Step> here = afterEvent.computeIfAbsent(position, none -> new ArrayList<>());
      switch (entry.getKind()) {
        case START -> {}
        case INPUT -> here.add(input(entry, place, told, newest));
        case POLICY -> here.add(change("policy", policies.get(entry.getOffset()), entry, place));
        case GRAPH -> here.add(graph(entry, place));
        default -> require(false, "%s is told as a kind that is not known", place);
      }
    }
  }

  private Step input(JournalEntry entry, At place, Set<At> told, Map<String, Long> newest) {
    Committed record = others.get(place);
    require(record != null, "the journal tells of %s, where no input stands", place);
    require(Kind.DOUBLED, told.add(place), "the journal tells of %s twice", place);
    long before = newest.getOrDefault(place.topic(), BEGINNING);
    require(place.offset() > before, "the journal tells of %s after offset %d", place, before);
    newest.put(place.topic(), place.offset());
    return new Step.Input(record, Boolean.TRUE.equals(entry.getVerified()));
  }

  private Step graph(JournalEntry entry, At place) {
    return entry.getOffset() == CONFIGURED
        ? new Step.Configured(entry.getWorkflow(), Optional.ofNullable(entry.getVersion()))
        : change("graph", graphs.get(entry.getOffset()), entry, place);
  }

  private Step change(String what, Published change, JournalEntry entry, At place) {
    require(
        change != null && change.workflow().equals(entry.getWorkflow()),
        "the %s of workflow %s was switched by %s, where none is published for it",
        what,
        entry.getWorkflow(),
        place);
    return new Step.Switch(change);
  }

  /** The entries that are about inputs. */
  private static List<JournalEntry> inputs(List<JournalEntry> journal) {
    return journal.stream().filter(entry -> entry.getKind() == JournalKind.INPUT).toList();
  }

  /** A partition that took anything tells first when it was first started, and never again. */
  private void requireOneStart(List<JournalEntry> journal) {
    long starts = journal.stream().filter(it -> it.getKind() == JournalKind.START).count();
    boolean first = starts == 0 || journal.get(0).getKind() == JournalKind.START;
    require(starts <= 1 && first, "the journal tells of %d first starts, or not first", starts);
    require(
        starts == 1 || journal.isEmpty() && deadLetters.containsAll(places()),
        "the journal tells of no first start");
  }

  private Set<At> places() {
    Set<At> places = new HashSet<>(others.keySet());
    events.values().forEach(event -> places.add(event.at()));
    return places;
  }

  /** When the partition was first started, as its journal tells; empty when it took nothing. */
  static OptionalLong firstStart(CommittedRun run, int partition) {
    return run.journal(partition).stream()
        .filter(entry -> entry.getKind() == JournalKind.START)
        .mapToLong(entry -> entry.getDecidedAt().toEpochMilli())
        .findFirst();
  }

  /** Where that stands which an entry of the journal is about. */
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
        .ifPresent(at -> require(Kind.LOST, false, "the journal does not tell of %s", at));
  }

  /** No rule ever saw such a record. */
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

  private void require(boolean holds, String otherwise, Object... told) {
    require(Kind.DIFFERENT, holds, otherwise, told);
  }

  private void require(Kind kind, boolean holds, String otherwise, Object... told) {
    if (!holds) {
      throw new IllegalOrderException(
          new Discrepancy(kind, "partition " + partition + ": " + otherwise.formatted(told)));
    }
  }
}
