package dev.eddyline.verify;

import dev.eddyline.graph.GraphSnapshot;
import dev.eddyline.graph.LoadedGraph;
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
import dev.eddyline.verify.Committed.At;
import dev.eddyline.verify.Discrepancy.Kind;
import dev.eddyline.verify.JournalOrder.Step;
import dev.eddyline.verify.PureRun.Effect;
import dev.eddyline.verify.PureRun.Effects;
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
  private static final Set<String> ASIDE = Set.of("decidedAt", "expired", "similar");

  private final CommittedRun run;
  private final Policies policies;
  private final List<GraphSnapshot> configured;
  private final Set<At> deadLetters = new HashSet<>();
  private final Map<List<Object>, List<Committed>> unexplained = new HashMap<>();
  private final Set<List<Object>> explained = new HashSet<>();
  private final List<Discrepancy> found = new ArrayList<>();
  private final DecisionRules decisions;
  private final LearntCases learnt;
  private Map<String, Long> published;

  private Recomputation(
      CommittedRun run,
      Policies policies,
      List<GraphSnapshot> configured,
      DecisionRules decisions) {
    this.decisions = decisions;
    this.run = run;
    this.policies = policies;
    learnt = new LearntCases(run.of(TopicRole.LOOP_MEMORY));
    this.configured = configured;
    for (TopicRole role : CommittedRun.OUTPUTS) {
      for (Committed output : run.of(role)) {
        if (!isReminder(output) && !isOrder(output)) {
          unexplained
              .computeIfAbsent(cause(role, output.value()), none -> new ArrayList<>())
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
    recomputation.deadLettersAreInputs();
    boolean allLegal = true;
    for (int partition = 0; partition < run.partitions(); partition++) {
      allLegal &= recomputation.follow(partition);
    }
    if (allLegal) {
      recomputation.nothingElse();
      recomputation.found.addAll(ToldOfGraphs.discrepancies(run));
    }
    recomputation.found.addAll(recomputation.learnt.discrepancies(allLegal));
    return List.copyOf(recomputation.found);
  }

  private static boolean isReminder(Committed output) {
    return output.value() instanceof GateTrigger gate && gate.getState() == GateState.REMINDED;
  }

  /** Whether it came from a person or a sentence model, and is not caused by an input. */
  private static boolean isOrder(Committed output) {
    return output.value() instanceof Signal signal
        && (signal.getBody() instanceof Forgetting || signal.getBody() instanceof MeaningFound);
  }

  private void deadLettersAreInputs() {
    Set<At> inputs = new HashSet<>();
    for (TopicRole role : CommittedRun.INPUTS) {
      run.of(role).forEach(input -> inputs.add(input.at()));
    }
    // dead-lettered by the readers of whole topics, not by a partition
    Set<String> references =
        run.topics().references().stream().map(TopicSpec::name).collect(Collectors.toSet());
    for (At letter : run.deadLetters()) {
      if (!references.contains(letter.topic()) && !inputs.contains(letter)) {
        tell(Kind.DIFFERENT, "%s is dead-lettered, but is not an input", letter);
      }
      if (!deadLetters.add(letter)) {
        tell(Kind.DOUBLED, "%s is dead-lettered twice", letter);
      }
    }
  }

  /** Recomputes and compares a partition's outputs; false when its order is illegal. */
  private boolean follow(int partition) {
    List<Step> order;
    try {
      order = JournalOrder.of(run, partition);
    } catch (IllegalOrderException illegal) {
      found.add(illegal.discrepancy());
      return false;
    }
    published = new HashMap<>();
    PureRun rules =
        new PureRun(
            run.topics(),
            run.partitions(),
            partition,
            policies,
            configured.get(0),
            JournalOrder.firstStart(run, partition),
            decisions);
    for (Step step : order) {
      if (step instanceof Step.Input input) {
        follow(partition, input.record(), rules.take(input.record(), input.verified()));
      } else if (step instanceof Step.Switch change) {
        rules.follow(change.change());
      } else if (step instanceof Step.Configured change) {
        rules.configure(change.workflow(), graph(change, partition));
      }
    }
    return true;
  }

  private Optional<LoadedGraph> graph(Step.Configured change, int partition) {
    Optional<LoadedGraph> graph =
        configured.stream()
            .map(graphs -> graphs.configured(change.workflow()))
            .filter(Objects::nonNull)
            .filter(it -> change.version().filter(it.version()::equals).isPresent())
            .findFirst();
    if (graph.isEmpty() && change.version().isPresent()) {
      tell(
          Kind.DIFFERENT,
          "partition %d: the graph of workflow %s was activated in version %s, which is not"
              + " configured",
          partition,
          change.workflow(),
          change.version().get());
    }
    return graph;
  }

  private void follow(int partition, Committed input, Effects effects) {
    boolean dead = deadLetters.contains(input.at());
    if (!dead && effects.refused().isPresent()) {
      String reason = effects.refused().get();
      tell(Kind.LOST, "%s is not dead-lettered, although %s", input.at(), reason);
    }
    if (dead && effects.refused().isEmpty()) {
      tell(Kind.DIFFERENT, "%s is dead-lettered, although the rules accept it", input.at());
    }
    for (Effect effect : effects.published()) {
      if (effect.topic() == TopicRole.LOOP_MEMORY) {
        learnt.caused(partition, input.at(), effect);
      } else {
        compare(input.at(), effect);
      }
    }
  }

  private void compare(At input, Effect effect) {
    List<Object> cause = cause(effect.topic(), effect.value());
    List<Committed> same = unexplained.getOrDefault(cause, List.of());
    if (same.isEmpty()) {
      tell(Kind.LOST, "%s causes %s, which is not committed", input, told(effect.value()));
      return;
    }
    Committed output =
        same.stream().filter(it -> differing(effect, it) == null).findFirst().orElse(same.get(0));
    String difference = differing(effect, output);
    if (difference != null) {
      tell(
          Kind.DIFFERENT,
          "%s causes %s; the committed one at %s has another %s",
          input,
          told(effect.value()),
          output.at(),
          difference);
    }
    same.remove(output);
    explained.add(cause);
    if (isOrdered(input, output)) {
      inOrder(input, effect, output);
    }
  }

  /**
   * Whether the order of inputs defines the position of an output. It does not for receipts of
   * dead-lettered events: the journal has no entry after those, so that the receipt may be anywhere
   * among those of other topics' inputs.
   */
  private boolean isOrdered(At input, Committed output) {
    return !(output.value() instanceof DecisionReceipt)
        || !input.topic().equals(run.topics().name(TopicRole.AGENT_EVENTS));
  }

  private void inOrder(At input, Effect effect, Committed output) {
    String partition = output.at().topic() + " " + output.at().partition();
    Long before = published.put(partition, output.at().offset());
    if (before != null && before >= output.at().offset()) {
      tell(
          Kind.DIFFERENT,
          "%s causes %s after the record at offset %d, but it is committed before it, at %s",
          input,
          told(effect.value()),
          before,
          output.at());
    }
  }

  private void nothingElse() {
    unexplained.entrySet().stream()
        .flatMap(same -> same.getValue().stream().map(output -> Map.entry(same.getKey(), output)))
        .sorted(Comparator.comparing(entry -> entry.getValue().at().toString()))
        .forEach(
            entry ->
                tell(
                    explained.contains(entry.getKey()) ? Kind.DOUBLED : Kind.DIFFERENT,
                    "%s, committed at %s, is not caused by an input, or is a duplicate",
                    told(entry.getValue().value()),
                    entry.getValue().at()));
  }

  /** The first differing field of a committed output, as text; null if equal. */
  static String differing(Effect effect, Committed output) {
    if (!effect.key().equals(output.key())) {
      return "key: %s, by the rules %s".formatted(output.key(), effect.key());
    }
    int partition = effect.partition().orElse(output.at().partition());
    if (partition != output.at().partition()) {
      return "partition: %d, by the rules %d".formatted(output.at().partition(), partition);
    }
    for (Field field : effect.value().getSchema().getFields()) {
      Object expected = effect.value().get(field.pos());
      Object actual = output.value().get(field.pos());
      if (!ASIDE.contains(field.name()) && !Objects.equals(expected, actual)) {
        return "%s: %s, by the rules %s".formatted(field.name(), actual, expected);
      }
    }
    return null;
  }

  /** The key for matching outputs: their topic and their source input. */
  private static List<Object> cause(TopicRole topic, IndexedRecord output) {
    IndexedRecord told = named(output);
    Field source = told.getSchema().getField("source");
    return source == null
        ? List.of(topic, told.get(0), told.get(1), told.get(2))
        : List.of(topic, told.get(source.pos()).toString());
  }

  /** The output itself, or the body of a signal. */
  private static IndexedRecord named(IndexedRecord output) {
    Field body = output.getSchema().getField("body");
    return body == null ? output : (IndexedRecord) output.get(body.pos());
  }

  /** A description of a record. */
  static String told(IndexedRecord output) {
    IndexedRecord named = named(output);
    Field event = named.getSchema().getField("eventId");
    String kind = named.getSchema().getName();
    return event == null ? "a " + kind : "a %s of event %s".formatted(kind, named.get(event.pos()));
  }

  private void tell(Kind kind, String what, Object... args) {
    found.add(new Discrepancy(kind, what.formatted(args)));
  }
}
