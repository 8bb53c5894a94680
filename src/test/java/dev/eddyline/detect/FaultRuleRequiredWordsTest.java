package dev.eddyline.detect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.Tries;
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
@Tag(Tries.TAG)
class FaultRuleRequiredWordsTest {

  @Property
  void requiredWordFilterDoesNotChangeRuleMatches(@ForAll("messages") String message) {
    FailureReported failure = new FailureReported(message, null, null, null, null);

    for (FaultRule rule : FaultRule.shipped()) {
      assertThat(alone(rule, rule.requiredWordGroups()).kind(failure))
          .as("%s in %s", rule.match(), message)
          .isEqualTo(alone(rule, List.of()).kind(failure));
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
                            + " expected Expected got,but 2 3 tests failed passed To\u212aen")
                        .split(" "))
                .map(piece -> piece.replace('|', ' '))
                .toList())
        .list()
        .ofMaxSize(8)
        .map(pieces -> String.join("", pieces));
  }
}
