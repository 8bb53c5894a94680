package dev.eddyline.cases;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.TestTags;
import dev.eddyline.json.EventReader;
import dev.eddyline.json.InvalidEventException;
import dev.eddyline.json.ParsedEvents;
import dev.eddyline.json.ReplayDefaults;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Invented runs are reproducible, valid and labelled within their length. */
class CaseGeneratorTest {

  private static final int KINDS = CaseGenerator.kinds().size();

  private static List<InventedCase> cases(long seed) {
    CaseGenerator generator = new CaseGenerator(seed);
    return IntStream.range(0, 2 * KINDS)
        .boxed()
        .flatMap(number -> generator.pair(number).stream())
        .toList();
  }

  static void requireValid(InventedCase invented) throws InvalidEventException {
    ReplayDefaults defaults = new ReplayDefaults();
    EventReader reader = new EventReader(defaults);
    long line = 0;
    for (ObjectNode event : invented.events()) {
      defaults.setNextLinePosition("cases", ++line);
      ParsedEvents parsed = reader.read(event.toString());
      assertThat(parsed.events()).hasSize(1);
      assertThat(parsed.ignored()).isEmpty();
    }
  }

  @Property
  @Tag(TestTags.TRIES)
  void sameSeedGivesTheSameBytesOfValidRuns(
      @ForAll long seed, @ForAll @IntRange(max = 200) int number) throws InvalidEventException {
    // When
    List<InventedCase> pair = new CaseGenerator(seed).pair(number);
    List<InventedCase> again = new CaseGenerator(seed).pair(number);

    // Then
    assertThat(toJson(again)).hasToString(toJson(pair).toString());
    for (InventedCase invented : pair) {
      requireValid(invented);
      assertThat(invented.events())
          .hasSizeBetween(CaseGenerator.LEAST_EVENTS, CaseGenerator.MOST_EVENTS)
          .isSortedAccordingTo((a, b) -> time(a).compareTo(time(b)));
    }
    requireLabels(pair);
  }

  private static List<ObjectNode> toJson(List<InventedCase> pair) {
    return pair.stream().map(InventedCase::toJson).toList();
  }

  private static String time(ObjectNode event) {
    return event.get("occurredAt").textValue();
  }

  private static void requireLabels(List<InventedCase> pair) {
    InventedCase lookAlike = pair.get(0);
    InventedCase loop = pair.get(1);
    assertThat(lookAlike.id()).endsWith("-1");
    assertThat(lookAlike.label()).isNull();
    assertThat(loop.id()).isEqualTo(lookAlike.id().replaceFirst("1$", "2"));
    assertThat(loop.label().stuckFrom()).isPositive().isLessThan(loop.label().wantedBy());
    assertThat(loop.label().latest())
        .isGreaterThan(loop.label().wantedBy())
        .isLessThanOrEqualTo(loop.events().size());
  }

  @Test
  void idsAreUniqueAndAllKindsOccur() {
    List<InventedCase> cases = cases(5);

    assertThat(cases).extracting(InventedCase::id).doesNotHaveDuplicates();
    assertThat(cases).extracting(InventedCase::kind).containsAll(CaseGenerator.kinds());
    assertThat(CaseGenerator.kinds()).hasSizeGreaterThanOrEqualTo(14).doesNotHaveDuplicates();
  }

  @Test
  void anotherSeedGivesOtherTexts() {
    // When
    Set<String> texts = longOutputs(cases(5));
    Set<String> others = longOutputs(cases(6));

    // Then
    assertThat(texts).hasSizeGreaterThan(500).doesNotContainAnyElementsOf(others);
  }

  /** Results that are more than an acknowledgement. */
  private static Set<String> longOutputs(List<InventedCase> cases) {
    Set<String> outputs = new HashSet<>();
    for (InventedCase invented : cases) {
      for (ObjectNode event : invented.events()) {
        String output = event.path("output").asText();
        if (output.length() > 200) {
          outputs.add(output);
        }
      }
    }
    return outputs;
  }

  @Test
  void runsDifferInStyle() {
    // When
    List<InventedCase> cases = cases(9);

    // Then: kinds of arguments, fields of work, languages, and results with and without a flag
    assertThat(cases)
        .extracting(invented -> invented.domain().server())
        .contains("fibu", "freight");
    assertThat(cases).extracting(InventedCase::language).contains("en", "de", "ja", "pl");
    assertThat(events(cases)).anyMatch(event -> event.path("arguments").isObject());
    assertThat(events(cases)).anyMatch(event -> event.path("arguments").isTextual());
    assertThat(events(cases)).anyMatch(event -> event.has("output") && !event.has("isError"));
    assertThat(events(cases)).anyMatch(event -> event.path("isError").asBoolean());
    assertThat(events(cases)).anyMatch(event -> event.has("parentTaskId"));
  }

  private static List<ObjectNode> events(List<InventedCase> cases) {
    return cases.stream().flatMap(invented -> invented.events().stream()).toList();
  }
}
