package dev.eddyline.cases;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.embedded.InProcessEngine;
import dev.eddyline.json.EventReader;
import dev.eddyline.json.InvalidEventException;
import dev.eddyline.json.ReplayDefaults;
import dev.eddyline.policy.Policies;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.LoopVerdict;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Nouns, places and folders of a case do not decide whether there is a loop. Seeds are fixed: words
 * are stored as hashes of two bytes, so that in one of several hundred runs another word looks like
 * a known one.
 */
class RenamedVerdictsTest {

  @ParameterizedTest(name = "runs of seed {0}, renamed with seed {1}")
  @CsvSource("21, 1")
  void aRenamedCaseHasTheSameVerdicts(long seed, long renaming) throws InvalidEventException {
    List<InventedCase> cases = new ArrayList<>();
    for (int number = 0; number < CaseGenerator.kinds().size(); number++) {
      cases.addAll(new CaseGenerator(seed).pair(number));
    }
    List<InventedCase> renamed =
        cases.stream().map(it -> CaseRenaming.rename(it, renaming)).toList();

    assertThat(verdicts(renamed)).isNotEmpty().isEqualTo(verdicts(cases));
  }

  /** The verdicts on each event. */
  private static List<String> verdicts(List<InventedCase> cases) throws InvalidEventException {
    ReplayDefaults defaults = new ReplayDefaults();
    EventReader reader = new EventReader(defaults);
    List<String> verdicts = new ArrayList<>();
    InProcessEngine engine =
        new InProcessEngine(
            Policies.ofSinglePolicy(Policies.preset("default")), InProcessEngine.NO_CLAMP);
    for (InventedCase each : cases) {
      int line = 0;
      for (ObjectNode json : each.events()) {
        defaults.setNextLinePosition(each.id(), ++line);
        for (AgentEvent event : reader.read(json.toString()).events()) {
          for (var output : engine.processEvent(event).outputs()) {
            if (output instanceof LoopVerdict verdict) {
              verdicts.add(each.id() + " " + line + " " + verdict.getLoopType());
            }
          }
        }
      }
    }
    return verdicts;
  }
}
