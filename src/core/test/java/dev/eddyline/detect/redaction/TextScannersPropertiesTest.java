package dev.eddyline.detect.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.TestTags;
import dev.eddyline.text.NextCall;
import dev.eddyline.text.Truncation;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.Tuple;

/** What is looked for with less work is found as it was with more. */
@Tag(TestTags.TRIES)
class TextScannersPropertiesTest {

  private static final Pattern NEXT_CALL =
      Pattern.compile(
          "[;\\n][^\\n{};]{0,40}: ?\\{ ?[\"'](?:(?:args|arguments)[\"'] ?:"
              + "|(?:name|tool|function)[\"'] ?: ?[\"'][^\"'\\n]{1,80}[\"'] ?, ?"
              + "[\"'](?:args|arguments|input|parameters)[\"'] ?:)");

  /** A quarter of the longest text below: all of it is looked at. */
  private static final int MAX = 150;

  private final Redaction redaction = new Redaction(MAX, Redaction.SHIPPED_SECRETS);

  @Property
  void wordPrefilterDoesNotChangeRedaction(@ForAll("texts") String text) {
    String seen = text;
    for (Secret secret : Redaction.SHIPPED_SECRETS) {
      seen = replacedWithoutWords(secret, seen);
    }
    seen = seen.strip().replaceAll("\\s+", " ");
    String left = Truncation.shorten(seen, MAX);

    assertThat(redaction.apply(text)).isEqualTo(left);
  }

  private static String replacedWithoutWords(Secret secret, String text) {
    boolean keeps = secret.pattern().pattern().startsWith("(?<context>");
    return secret
        .pattern()
        .matcher(text)
        .replaceAll(
            found ->
                (keeps ? Matcher.quoteReplacement(text.substring(found.start(), found.end(1))) : "")
                    + (secret.check().test(found.group()) ? "<redacted>" : "$0"));
  }

  @Property
  void nextCallIsRemovedOnlyWhereRegexMatches(@ForAll("texts") String text) {
    assertThat(NextCall.removeFrom(text)).isEqualTo(withoutNextCall(text));
  }

  private static String withoutNextCall(String text) {
    Matcher found = NEXT_CALL.matcher(text);
    for (int from = 0; found.find(from); ) {
      from = text.indexOf('\n', found.end());
      if (from < 0 || text.length() - from <= 20 && text.substring(from).matches("[-\\s]*")) {
        return text.substring(0, found.start());
      }
    }
    return text;
  }

  @Property
  void wordsAreFoundInOnePassWhereverTheyStand(@ForAll("texts") String text) {
    List<List<String>> groups =
        List.of(List.of("state", "at"), List.of("tate"), List.of("@"), List.of("ok", "token"));
    RequiredWords words = new RequiredWords(groups);

    for (int group = 0; group < groups.size(); group++) {
      String lower = text.toLowerCase(Locale.ROOT);
      assertThat(words.in(text).get(group))
          .isEqualTo(groups.get(group).stream().anyMatch(lower::contains));
    }
  }

  /** Pieces of what is looked for, whole and cut, run together in any order. */
  @Provide
  Arbitrary<String> texts() {
    Arbitrary<String> pieces =
        Arbitraries.of(
            Stream.of(
                    ("exit Exited status state phase progress code errno http HTTP/1.1 errors: error= failed:"
                            + " passed failures failing 3 12 1234567890 0.5 7.25 % of / 3of|4 5%% with is was"
                            + " password=x api_key: secret token is|x --key -token|y x-key|v Cookie: bearer|abcdefgh"
                            + " Authorization:|Basic|abc ?sig=1 &code=2 eyJabcdefgh.abc sk-abcdefghijkl ghp_0123456789ab"
                            + " hf_0123456789012345678901234567 sshpass|-p curl|-u|a:b mysql|-pab <password>x</a> (\"key\",\"v\")"
                            + " set-pass=x --pass|x Passwort:|x <token <redacted> AKIA0123456789AB ://a:b@c a@b.c -----BEGIN|PRIVATE|KEY----- -----END|X----- the it's"
                            + " ;call:{\"args\": \nnext:|{'name':'a','input': {\"a\": {' |:|{|\" don’t Ünï 日本語 é\u0301")
                        .split(" "))
                .map(piece -> piece.replace('|', ' '))
                .toList());
    Arbitrary<String> signs =
        Arbitraries.of(" ", "\n", ".", ":", "=", "'", "\"", "_", "-", ", ", "/", "{", ";");
    Arbitrary<String> piece =
        Arbitraries.frequencyOf(
            Tuple.of(5, pieces),
            Tuple.of(4, signs),
            Tuple.of(1, Arbitraries.strings().ofMaxLength(4)));
    return piece
        .list()
        .ofMaxSize(14)
        .map(list -> Truncation.truncate(String.join("", list) + " ", 4 * MAX));
  }
}
