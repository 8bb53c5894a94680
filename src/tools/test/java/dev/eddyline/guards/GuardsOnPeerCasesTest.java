package dev.eddyline.guards;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.NeedsSharedData;
import dev.eddyline.TestTags;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each guard finds in its own cases what the original finds. */
@NeedsSharedData
@Tag(TestTags.SHARED)
class GuardsOnPeerCasesTest {

  private static final String JUDGE = "a model judges; no guard here asks one";
  private static final String DISABLED = "the guard is disabled; it is not asked then";

  /** Cases that no guard plays. */
  private static final Map<String, String> LEFT_OUT =
      Map.ofEntries(
          Map.entry("gem-50", JUDGE),
          Map.entry("gem-51", JUDGE),
          Map.entry("gem-52", JUDGE),
          Map.entry("gem-53", JUDGE),
          Map.entry("gem-54", JUDGE),
          Map.entry("gem-55", JUDGE),
          Map.entry("gem-56", JUDGE),
          Map.entry("gem-05", DISABLED),
          Map.entry("gem-06", DISABLED),
          Map.entry("qwn-04", DISABLED),
          Map.entry("cln-03", DISABLED));

  /** Cases of Qwen Code in which the rules are off that a user must switch on. */
  private static final Set<String> QWEN_ALWAYS_ON =
      Set.of(
          "qwn-01", "qwn-02", "qwn-03", "qwn-05", "qwn-06", "qwn-07", "qwn-08", "qwn-23", "qwn-24",
          "qwn-25", "qwn-26", "qwn-30", "qwn-31", "qwn-32", "qwn-33", "qwn-38");

  @Test
  void guardFiresWhereTheOriginalDoes() throws IOException {
    // Given
    Map<String, PeerCase> cases = PeerCase.all();

    // When
    Map<String, String> different = new TreeMap<>();
    int equal = 0;
    for (Map.Entry<String, PeerCase> one : cases.entrySet()) {
      Optional<ReferenceGuard> guard = guard(one.getKey(), one.getValue());
      if (guard.isPresent()) {
        String found = one.getValue().firstAlarm(guard.get());
        if (found.equals(one.getValue().expected())) {
          equal++;
        } else {
          different.put(one.getKey(), found + " instead of " + one.getValue().expected());
        }
      }
    }

    // Then
    assertThat(cases).hasSize(118).containsKeys(LEFT_OUT.keySet().toArray(String[]::new));
    assertThat(different).isEmpty();
    assertThat(equal).isEqualTo(107);
  }

  @Test
  void aHumanDecisionRestartsTheCountOfTheTask() throws IOException {
    // Given
    PeerCase approved = PeerCase.all().get("tap-12");

    // When
    var alarms = ReferenceGuards.theAppApp(3).alarms(approved.run());

    // Then
    assertThat(alarms).containsExactly(2);
  }

  /** The guard of a case with its configuration; empty if the case is left out. */
  private static Optional<ReferenceGuard> guard(String id, PeerCase one) {
    if (LEFT_OUT.containsKey(id)) {
      return Optional.empty();
    }
    boolean warning = !one.source().path("expect").path("kind").asText().contains("hard");
    return Optional.of(
        switch (one.source().path("peer").asText()) {
          case "Gemini CLI" -> ReferenceGuards.geminiCli();
          case "Qwen Code" -> qwenCode(id, one);
          case "TheAppApp" -> ReferenceGuards.theAppApp(one.config("window", 3));
          case "DeerFlow" ->
              ReferenceGuards.deerFlow(
                  one.config("window", 20),
                  warning ? one.config("warn", 3) : one.config("hard", 5));
          case "OpenRouter agent" -> ReferenceGuards.openRouter();
          case "Cline" ->
              ReferenceGuards.cline(
                  "Cline",
                  one.source().path("expect").path("kind").asText().equals("soft")
                      ? one.config("softThreshold", 3)
                      : one.config("hardThreshold", 5));
          case "Strands" ->
              ReferenceGuards.strands(one.config("window", 8), one.config("min_unique", 3));
          default -> throw new IllegalStateException("no guard for " + id);
        });
  }

  private static ReferenceGuard qwenCode(String id, PeerCase one) {
    int softCap = one.config("softCap", one.config("maxToolCallsPerTurn", 100));
    boolean explicit = one.source().path("config").path("explicit").asBoolean();
    return QWEN_ALWAYS_ON.contains(id)
        ? ReferenceGuards.qwenCode(softCap, explicit ? softCap : 10 * softCap)
        : ReferenceGuards.qwenCodeWithOptInRules();
  }
}
