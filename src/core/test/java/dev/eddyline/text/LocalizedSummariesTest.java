package dev.eddyline.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Summaries of dotnet in other languages. */
class LocalizedSummariesTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Fehler!      : Fehler:     2, erfolgreich:     5, übersprungen:     0, gesamt:     7,"
            + " Dauer: 11 ms | 2 | 7",
        "Échoué! - échec :     1, réussite :     3, ignorée(s) :     0, total :     4, durée : 20"
            + " ms | 1 | 4",
        "Con error! - Con error:     3, Superado:     9, Omitido:     1, Total:    13, Duración: 2"
            + " s | 3 | 13",
        "Superato! - Non superati:     0. Superati:     6. Ignorati:     0. Totale:     6. Durata:"
            + " 1 s | 0 | 6",
        "失敗! -失敗:     4、合格:    10、スキップ:     0、合計:    14、期間: 33 ms | 4 | 14",
        "실패! - 실패:     1, 통과:     1, 건너뜀:     0, 전체:     2, 기간: 9 ms | 1 | 2",
        "Com falha! – Com falha:     5, Aprovado:     0, Ignorado:     0, Total:     5, Duração: 1"
            + " s | 5 | 5",
        "Не пройден!: не пройдено     1, пройдено     8, пропущено     0, всего     9, длительность"
            + " 1 s. | 1 | 9",
        "Başarısız! - Başarısız:     2, Başarılı:     2, Atlanan:     0, Toplam:     4, Süre: 5 ms"
            + " | 2 | 4",
        "失败!  - 失败:     1，通过:     4，已跳过:     0，总计:     5，持续时间: 8 ms | 1 | 5",
      })
  void summariesOfDotnetAreReadInTheirLanguage(String text, long failing, long total) {
    assertThat(TestCounts.in(Text.of("a line\n" + text + "\n")))
        .contains(new TestCounts(failing, total));
  }

  @Test
  void theLastSummaryInWhichATestRanCounts() {
    String first = "Fehler: 2, erfolgreich: 5, übersprungen: 0, gesamt: 7\n";
    String empty = "Fehler: 0, erfolgreich: 0, übersprungen: 0, gesamt: 0\n";

    assertThat(TestCounts.in(Text.of(first + empty))).contains(new TestCounts(2, 7L));
    assertThat(TestCounts.in(Text.of(empty))).isEmpty();
  }

  @Test
  void proseIsNotASummary() {
    assertThat(TestCounts.in(Text.of("2 Fehler, erfolgreich war nur der Rest: gesamt 7 Zeilen")))
        .isEmpty();
    assertThat(TestCounts.in(Text.of("合格: 10"))).isEmpty();
  }
}
