package dev.eddyline.detect.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.TestTags;
import dev.eddyline.schema.FailureReported;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

/** The words that are looked for before a shipped rule is tried hide nothing that it matches. */
@Tag(TestTags.TRIES)
class FaultRuleRequiredWordsTest {

  private static final List<FaultRule> RULES = FaultRule.shipped();

  private static final List<FaultRules> FILTERED =
      RULES.stream().map(rule -> alone(rule, rule.requiredWordGroups())).toList();

  private static final List<FaultRules> UNFILTERED =
      RULES.stream().map(rule -> alone(rule, List.of())).toList();

  @Property
  void requiredWordFilterDoesNotChangeRuleMatches(@ForAll("messages") String message) {
    FailureReported failure = new FailureReported(message, null, null, null, null);

    for (int index = 0; index < RULES.size(); index++) {
      assertThat(FILTERED.get(index).kind(failure))
          .as("%s in %s", RULES.get(index).match(), message)
          .isEqualTo(UNFILTERED.get(index).kind(failure));
    }
  }

  private static FaultRules alone(FaultRule rule, List<List<String>> needed) {
    return new FaultRules(
        List.of(
            new FaultRule(FaultKind.NETWORK, rule.match(), rule.errorType(), rule.host(), needed)));
  }

  /** What the rules that need several words look for, whole and cut, run together in any order. */
  @Provide
  Arbitrary<String> messages() {
    return Arbitraries.of(
            Stream.of(
                    ("HTTP /1.1 error status status code response Error ERROR returned|error npm|ERR!"
                            + " npm|error code|E 429 401 403 500 533 5 : = ' \" | || ENOTFOUND Code E a.b"
                            + " expected Expected got,but 2 3 tests failed passed To\u212aen"
                            + " service|is|unavailable Upstream|timed|out rate|limit exceeded|retry"
                            + " api.example.org 503|from | could|not|resolve|host 接続が 拒否 Verbindung|"
                            + " abgelehnt connexion|refusée не|удалось|подключиться")
                        .split(" "))
                .map(piece -> piece.replace('|', ' '))
                .toList())
        .list()
        .ofMaxSize(8)
        .map(pieces -> String.join("", pieces));
  }
}
