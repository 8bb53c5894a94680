package dev.eddyline.topology;

import dev.eddyline.policy.Policies;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topology.Committed.At;
import dev.eddyline.topology.PureRun.Effect;
import dev.eddyline.topology.PureRun.Effects;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.avro.Schema.Field;
import org.apache.avro.generic.IndexedRecord;

/**
 * All that a run published, computed once more from its inputs in the order that the journal tells
 * (specification, section 8), and compared with what is committed: every field but the time of
 * decision, every key, the partition that a root's news name, and the order within each partition
 * of the output.
 */
public final class Recomputation {

  private static final String CLOCK = "decidedAt";

  private final CommittedRun run;
  private final Policies policies;
  private final Set<At> deadLetters;
  private final Map<List<Object>, List<Committed>> unexplained = new HashMap<>();
  private Map<String, Long> published;

  private Recomputation(CommittedRun run, Policies policies) {
    this.run = run;
    this.policies = policies;
    deadLetters = new HashSet<>();
    for (TopicRole role : CommittedRun.OUTPUTS) {
      for (Committed output : run.of(role)) {
        unexplained
            .computeIfAbsent(cause(role, output.value()), none -> new ArrayList<>())
            .add(output);
      }
    }
  }

  /**
   * Holds a run to the rules.
   *
   * @throws AssertionError that tells the first difference in words
   */
  public static void verify(CommittedRun run, Policies policies) {
    Recomputation recomputation = new Recomputation(run, policies);
    recomputation.deadLettersAreInputs();
    for (int partition = 0; partition < run.partitions(); partition++) {
      recomputation.verify(partition);
    }
    recomputation.nothingElse();
  }

  private void deadLettersAreInputs() {
    Set<At> inputs = new HashSet<>();
    for (TopicRole role : CommittedRun.INPUTS) {
      run.of(role).forEach(input -> inputs.add(input.at()));
    }
    for (At letter : run.deadLetters()) {
      require(inputs.contains(letter), "%s is a dead letter, but no input stands there", letter);
      require(deadLetters.add(letter), "%s is a dead letter twice", letter);
    }
  }

  private void verify(int partition) {
    published = new HashMap<>();
    PureRun rules =
        new PureRun(
            run.topics(),
            run.partitions(),
            partition,
            policies,
            JournalOrder.firstStart(run, partition));
    for (Committed input : JournalOrder.of(run, partition)) {
      Effects effects = rules.take(input);
      boolean dead = deadLetters.contains(input.at());
      effects
          .refused()
          .ifPresent(
              reason -> require(dead, "%s is no dead letter, although %s", input.at(), reason));
      require(
          !dead || effects.refused().isPresent(),
          "%s is a dead letter, although the rules take it",
          input.at());
      effects.published().forEach(effect -> compare(input.at(), effect));
    }
  }

  private void compare(At input, Effect effect) {
    List<Committed> same =
        unexplained.getOrDefault(cause(effect.topic(), effect.value()), List.of());
    require(!same.isEmpty(), "%s causes %s, which is not committed", input, told(effect.value()));
    Committed output =
        same.stream().filter(it -> differing(effect, it) == null).findFirst().orElse(same.get(0));
    String difference = differing(effect, output);
    require(
        difference == null,
        "%s causes %s; the committed one at %s has another %s",
        input,
        told(effect.value()),
        output.at(),
        difference);
    same.remove(output);
    String partition = output.at().topic() + " " + output.at().partition();
    Long before = published.put(partition, output.at().offset());
    require(
        before == null || before < output.at().offset(),
        "%s causes %s after what stands at offset %d, but it is committed before it, at %s",
        input,
        told(effect.value()),
        before,
        output.at());
  }

  private void nothingElse() {
    unexplained.values().stream()
        .flatMap(List::stream)
        .min(Comparator.comparing(output -> output.at().toString()))
        .ifPresent(
            output ->
                require(
                    false,
                    "%s, committed at %s, is caused by no input, or once too often",
                    told(output.value()),
                    output.at()));
  }

  /** The first field in which a committed output is not as the rules say, in words, or null. */
  private static String differing(Effect effect, Committed output) {
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
      if (!field.name().equals(CLOCK) && !Objects.equals(expected, actual)) {
        return "%s: %s, by the rules %s".formatted(field.name(), actual, expected);
      }
    }
    return null;
  }

  /** What outputs are matched by: their topic, and the input that they name as their source. */
  private static List<Object> cause(TopicRole topic, IndexedRecord output) {
    IndexedRecord told = named(output);
    Field source = told.getSchema().getField("source");
    return source == null
        ? List.of(topic, told.get(0), told.get(1), told.get(2))
        : List.of(topic, told.get(source.pos()).toString());
  }

  /** The output itself, or what a signal carries. */
  private static IndexedRecord named(IndexedRecord output) {
    Field body = output.getSchema().getField("body");
    return body == null ? output : (IndexedRecord) output.get(body.pos());
  }

  private static String told(IndexedRecord output) {
    IndexedRecord named = named(output);
    Field event = named.getSchema().getField("eventId");
    String kind = named.getSchema().getName();
    return event == null ? "a " + kind : "a %s of event %s".formatted(kind, named.get(event.pos()));
  }

  private static void require(boolean holds, String otherwise, Object... told) {
    if (!holds) {
      throw new AssertionError(otherwise.formatted(told));
    }
  }
}
