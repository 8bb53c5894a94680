package dev.eddyline.topology;

import dev.eddyline.schema.JournalEntry;
import dev.eddyline.schema.JournalKind;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topology.Committed.At;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/**
 * The one order in which a partition took its inputs (specification, section 8), rebuilt from the
 * journal and held to be a legal merge: each input once, each topic in the order of its offsets.
 * Dead letters have no effect: those among the events stand where they are, others are left out.
 */
public final class JournalOrder {

  /** The offset that stands for "before the first event". */
  private static final long BEGINNING = -1;

  private final int partition;
  private final TreeMap<Long, Committed> events = new TreeMap<>();
  private final Map<At, Committed> others = new HashMap<>();
  private final Set<At> deadLetters;
  private final TreeMap<Long, List<Committed>> afterEvent = new TreeMap<>();

  private JournalOrder(CommittedRun run, int partition) {
    this.partition = partition;
    deadLetters = Set.copyOf(run.deadLetters());
    run.of(TopicRole.AGENT_EVENTS, partition).forEach(e -> events.put(e.at().offset(), e));
    run.of(TopicRole.GATE_DECISIONS, partition).forEach(it -> others.put(it.at(), it));
    run.of(TopicRole.EDDYLINE_SIGNALS, partition).forEach(it -> others.put(it.at(), it));
  }

  /**
   * The inputs of a partition in their order.
   *
   * @throws AssertionError that says what is not legal, in words
   */
  public static List<Committed> of(CommittedRun run, int partition) {
    JournalOrder order = new JournalOrder(run, partition);
    order.place(run.journal(partition));
    order.requireAllPlaced(run.journal(partition));
    return order.merged();
  }

  private void place(List<JournalEntry> journal) {
    Set<At> told = new HashSet<>();
    Map<String, Long> newest = new HashMap<>();
    long position = BEGINNING;
    requireOneStart(journal);
    for (JournalEntry entry : inputs(journal)) {
      At input = input(entry);
      Committed record = others.get(input);
      require(record != null, "the journal tells of %s, where no input stands", input);
      require(told.add(input), "the journal tells of %s twice", input);
      require(
          !deadLetters.contains(input), "the journal tells of %s, which is a dead letter", input);
      long before = newest.getOrDefault(input.topic(), BEGINNING);
      require(input.offset() > before, "the journal tells of %s after offset %d", input, before);
      require(
          entry.getAfterOffset() >= position,
          "%s took effect after event %d, the input before it after event %d",
          input,
          entry.getAfterOffset(),
          position);
      position = entry.getAfterOffset();
      require(
          position == BEGINNING || taken(position),
          "%s took effect after event %d, which was never taken",
          input,
          position);
      newest.put(input.topic(), input.offset());
      afterEvent.computeIfAbsent(position, none -> new ArrayList<>()).add(record);
    }
  }

  /** The entries that are about inputs. */
  private static List<JournalEntry> inputs(List<JournalEntry> journal) {
    return journal.stream().filter(entry -> entry.getKind() != JournalKind.START).toList();
  }

  /** A partition that took anything tells first when it was first started, and never again. */
  private void requireOneStart(List<JournalEntry> journal) {
    long starts = journal.size() - inputs(journal).size();
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

  /** The input that an entry of the journal is about. */
  private static At input(JournalEntry entry) {
    return new At(entry.getTopic(), entry.getPartition(), entry.getOffset());
  }

  private boolean taken(long offset) {
    Committed event = events.get(offset);
    return event != null && !deadLetters.contains(event.at());
  }

  private void requireAllPlaced(List<JournalEntry> journal) {
    Set<At> told = new HashSet<>();
    inputs(journal).forEach(entry -> told.add(input(entry)));
    others.keySet().stream()
        .filter(input -> !told.contains(input) && !deadLetters.contains(input))
        .min(Comparator.comparing(At::toString))
        .ifPresent(
            input -> require(false, "%s is neither in the journal nor a dead letter", input));
  }

  private List<Committed> merged() {
    List<Committed> order = new ArrayList<>(afterEvent.getOrDefault(BEGINNING, List.of()));
    events.forEach(
        (offset, event) -> {
          order.add(event);
          order.addAll(afterEvent.getOrDefault(offset, List.of()));
        });
    return List.copyOf(order);
  }

  private void require(boolean holds, String otherwise, Object... told) {
    if (!holds) {
      throw new AssertionError("partition " + partition + ": " + otherwise.formatted(told));
    }
  }
}
