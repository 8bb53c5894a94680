package dev.eddyline.policy;

import dev.eddyline.detect.api.Detector;
import dev.eddyline.detect.api.EnrichedEvent;
import dev.eddyline.detect.api.EventTexts;
import dev.eddyline.detect.api.ProgressTracker;
import dev.eddyline.detect.api.WaitShare;
import dev.eddyline.detect.redaction.Redaction;
import dev.eddyline.graph.model.TransitionLookup;
import dev.eddyline.graph.model.WorkflowGraph;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Cost;
import dev.eddyline.text.TestCounts;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;

/** Which types of events a rule reads, found out by showing it one of each. */
final class DetectorInputs {

  /** Some rules are only shown what happens in workflows that have a graph. */
  private static final WorkflowGraph NO_STEPS =
      new WorkflowGraph(
          "any",
          List.of(),
          List.of(),
          List.of(),
          Set.of(),
          Set.of(),
          OptionalInt.empty(),
          Optional.empty());

  /** The types of event bodies. */
  static final List<Schema> BODIES =
      AgentEvent.getClassSchema().getField("body").schema().getTypes();

  /** A field of the envelope that a rule may read, whatever the event. */
  private record Price(String field, Consumer<AgentEvent> set) {}

  private static final List<Price> PRICES =
      List.of(
          new Price("tokens", event -> event.setTokens(1L)),
          new Price("costUsd", event -> event.setCostUsd(1.0)));

  private DetectorInputs() {}

  /** The types in words; of nearly all, those that it does not read. */
  static String by(Detector<?, ?> detector) {
    Set<String> read = new LinkedHashSet<>();
    Set<String> others = new LinkedHashSet<>();
    Set<String> prices = new LinkedHashSet<>();
    boolean counts = false;
    for (Schema body : BODIES) {
      boolean always = detector.supports(shown(body, Optional.empty()));
      PRICES.stream()
          .filter(price -> !always && detector.supports(priced(body, price)))
          .forEach(price -> prices.add("`" + price.field() + "`"));
      (always ? read : others).add("`" + type(body) + "`");
      counts |= !always && detector.supports(shown(body, Optional.of(new TestCounts(1L, 2L))));
    }
    String types =
        others.size() < read.size()
            ? "all but " + String.join(", ", others)
            : read.stream().collect(Collectors.joining(", "));
    return Stream.of(
            types,
            prices.isEmpty() ? "" : "any event with " + String.join(" or ", prices),
            counts ? "and texts with test counts such as `3 failed, 90 passed`" : "")
        .filter(words -> !words.isEmpty())
        .collect(Collectors.joining(", "));
  }

  private static EnrichedEvent priced(Schema body, Price price) {
    EnrichedEvent seen = shown(body, Optional.empty());
    price.set().accept(seen.event());
    return seen;
  }

  private static String type(Schema body) {
    return body.getName().replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
  }

  /** An event with such a body, in a session and a workflow with a graph. */
  static EnrichedEvent shown(Schema body, Optional<TestCounts> counts) {
    AgentEvent event = new AgentEvent();
    event.setSessionId("session");
    event.setBody(example(body));
    return new EnrichedEvent(
        event,
        0,
        0,
        0,
        new Cost(0L, 0.0, 0L),
        0,
        WaitShare.NONE,
        false,
        false,
        OptionalLong.empty(),
        false,
        false,
        false,
        Optional.empty(),
        Optional.empty(),
        counts,
        Optional.empty(),
        ProgressTracker.initialState(),
        new EventTexts(new Redaction(200, List.of(), List.of())),
        Optional.of(TransitionLookup.of(NO_STEPS)));
  }

  /** A body with all its texts empty and all its questions answered with yes. */
  private static SpecificRecord example(Schema body) {
    try {
      Class<?> type = Class.forName(body.getFullName());
      SpecificRecord record = (SpecificRecord) type.getConstructor().newInstance();
      for (Schema.Field field : body.getFields()) {
        switch (field.schema().getType()) {
          case STRING -> record.put(field.pos(), "");
          case BOOLEAN -> record.put(field.pos(), true);
          default -> {
            // null, or a number's 0
          }
        }
      }
      return record;
    } catch (ReflectiveOperationException notGenerated) {
      throw new IllegalStateException("no class of " + body.getFullName(), notGenerated);
    }
  }
}
