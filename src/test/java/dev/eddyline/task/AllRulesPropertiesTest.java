package dev.eddyline.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.detect.Detectors;
import dev.eddyline.policy.Policy;
import dev.eddyline.policy.PolicyReader;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.LoopVerdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.avro.specific.SpecificRecord;

/** What holds of all rules together, for any events of all types. */
class AllRulesPropertiesTest {

  /** What a task may take in all stores together, in bytes. */
  private static final int MAX_BYTES = 64 * 1024;

  private static final Policy EVERYTHING =
      PolicyReader.read(
          "everything",
          "name: everything\n"
              + Detectors.SHIPPED.stream()
                  .map(rule -> rule.key() + limits(rule.key()))
                  .collect(Collectors.joining()));

  /** A budget is off until it is set. */
  private static String limits(String rule) {
    return rule.equals("budget_exceeded") ? ": {tokens: 1000}\n" : ": {}\n";
  }

  @Property(tries = 4)
  void aTaskIsRememberedInBoundedSpaceHoweverLongItGoesOn(@ForAll long seed) {
    // Given
    Story story = Story.under(EVERYTHING);
    AnyEvent events = new AnyEvent(seed);

    // When
    int largest = 0;
    for (int i = 0; i < 600; i++) {
      story.take(events.next("T1", "s1"));
      largest = Math.max(largest, i % 25 == 0 ? story.memory().bytes() : 0);
    }

    // Then
    assertThat(largest).isBetween(1, MAX_BYTES);
  }

  @Property(tries = 15)
  void whatOtherRootsAndSessionsDoChangesNothing(@ForAll long seed) {
    // Given
    AnyEvent drawn = new AnyEvent(seed);
    AnyEvent others = new AnyEvent(seed + 1);
    Random random = new Random(seed);
    Story alone = Story.under(EVERYTHING);
    Story among = Story.under(EVERYTHING);

    // When
    for (int i = 0; i < 150; i++) {
      AgentEvent event = drawn.next("T1", "s1");
      event.setOccurredAt(Story.BEGIN.minusSeconds(1_000 - i));
      alone.take(event);
      while (random.nextInt(3) > 0) {
        among.take(others.next("T2", "s2"));
      }
      among.take(event);
    }

    // Then
    assertThat(verdicts(among)).isEqualTo(verdicts(alone));
  }

  @Property(tries = 15)
  void whatIsRedeliveredChangesNothing(@ForAll long seed) {
    // Given
    AnyEvent drawn = new AnyEvent(seed);
    Random random = new Random(seed);
    Story once = Story.under(EVERYTHING);
    Story again = Story.under(EVERYTHING);
    List<AgentEvent> sent = new ArrayList<>();

    // When
    for (int i = 0; i < 150; i++) {
      AgentEvent event = drawn.next("T1", "s1");
      event.setOccurredAt(Story.BEGIN.minusSeconds(1_000 - i));
      sent.add(event);
      once.take(event);
      again.take(event);
      int back = sent.size() - 1 - random.nextInt(25);
      if (back >= 0) {
        again.take(sent.get(back));
      }
    }

    // Then
    assertThat(verdicts(again)).isEqualTo(verdicts(once));
  }

  /** The verdicts of the first task, but for places, which other records move. */
  private static List<String> verdicts(Story story) {
    List<String> verdicts = new ArrayList<>();
    for (SpecificRecord record : story.published()) {
      if (record instanceof LoopVerdict verdict && verdict.getTaskId().equals("T1")) {
        verdicts.add(record.toString().replaceAll("\"offset\": \\d+", ""));
      }
    }
    return verdicts;
  }
}
