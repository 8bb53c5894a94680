package dev.eddyline.text;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the summaries that dotnet prints in the language of the machine. Of the tools that run
 * tests it is the common one whose summaries are translated.
 */
final class LocalizedSummaries {

  /**
   * Words of a language.
   *
   * @param passed a word of the summary, to look for first
   * @param summary the summary, with a group for each count
   */
  private record Words(String passed, Pattern summary) {

    /** Words as dotnet has them: failed, passed, skipped and total tests. */
    static Words of(String failed, String passed, String skipped, String total) {
      String count = " ?[:：]? {0,9}(\\d{1,9})";
      String next = "[,.、，] ?";
      return new Words(
          passed,
          Pattern.compile(
              Pattern.quote(failed)
                  + count
                  + next
                  + Pattern.quote(passed)
                  + count
                  + next
                  + Pattern.quote(skipped)
                  + count
                  + next
                  + Pattern.quote(total)
                  + count));
    }
  }

  private static final List<Words> LANGUAGES =
      List.of(
          Words.of("Neúspěšné", "Úspěšné", "Přeskočeno", "Celkem"),
          Words.of("Fehler", "erfolgreich", "übersprungen", "gesamt"),
          Words.of("Con error", "Superado", "Omitido", "Total"),
          Words.of("échec", "réussite", "ignorée(s)", "total"),
          Words.of("Non superati", "Superati", "Ignorati", "Totale"),
          Words.of("失敗", "合格", "スキップ", "合計"),
          Words.of("실패", "통과", "건너뜀", "전체"),
          Words.of("niepowodzenie", "powodzenie", "pominięto", "łącznie"),
          Words.of("Com falha", "Aprovado", "Ignorado", "Total"),
          Words.of("не пройдено", "пройдено", "пропущено", "всего"),
          Words.of("Başarısız", "Başarılı", "Atlanan", "Toplam"),
          Words.of("失败", "通过", "已跳过", "总计"),
          Words.of("失敗", "通過", "略過", "總計"));

  private LocalizedSummaries() {}

  /** The counts of the last summary in which a test ran. */
  static Optional<TestCounts> last(String text) {
    Optional<TestCounts> last = Optional.empty();
    for (Words language : LANGUAGES) {
      if (last.isEmpty() && text.contains(language.passed())) {
        Matcher summary = language.summary().matcher(text);
        while (summary.find()) {
          long failing = Long.parseLong(summary.group(1));
          long total = Long.parseLong(summary.group(4));
          if (total > 0 && failing <= total) {
            last = Optional.of(new TestCounts(failing, total));
          }
        }
      }
    }
    return last;
  }
}
