package dev.eddyline.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is volatile in a text, and what must never be taken for it. */
class MaskingTest {

  private final Masking masking = Masking.shipped();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "at 2026-03-01T10:00:00Z           | at <timestamp>",
        "at 2026-03-01 10:00               | at <timestamp>",
        "at 2026-03-01 10:00:00,123 done   | at <timestamp> done",
        "at 2026-03-01T10:00:00.5+02:00    | at <timestamp>",
        "on 2026-03-01                     | on <date>",
        "on 2026/03/01                     | on <date>",
        "on 3/1/2026                       | on <date>",
        "on Sunday, 1 March 2026           | on <date>",
        "on Sun Mar 1                      | on <date>",
        "at 10:00:00                       | at <time>",
        "at 9:05:00.123                    | at <time>",
        "took 12ms                         | took <duration>",
        "エラー12:00:05にタイムアウト        | エラー<time>にタイムアウト",
        "took 1.5 seconds                  | took <duration>",
        "took 2 minutes 3 s                | took <duration>",
        "took 40 µs                        | took <duration>",
        "took 3 hours                      | took <duration>",
        "took 1h2m30.5s                    | took <duration>",
        "took 1m 30s                       | took <duration>",
        "object at 0x7ffe12ab              | object at <address>",
        "id 123e4567-e89b-12d3-a456-426614174000 | id <uuid>",
        "commit 3f2a9bc                    | commit <hash>",
        "image sha256:3f2a9bc1             | image <hash>",
        "digest da39a3ee5e6b4b0d3255bfef95601890afd80709 | digest <hash>",
        "pid 4711                          | <process>",
        "pid=4711 died                     | <process> died",
        "[Thread-7] died                   | [<process>] died",
        "<Foo object at 0x7ffe12ab> expected, got <Foo object at 0x7ffe12ac>"
            + " | <Foo object at <address>> expected, got <Foo object at <address>>",
        "==4711== Invalid read             | <process> Invalid read",
        "took 5ms ==4711== Invalid read    | took <duration> <process> Invalid read",
        "found ==4711== Invalid read       | found <process> Invalid read",
        "in /tmp/pytest-of-root/pytest-3/x.py | in <temporary path>",
        "in /private/var/folders/xy/T/a.txt: gone | in <temporary path>: gone",
        "in C:\\Users\\me\\AppData\\Local\\Temp\\a1.txt | in <temporary path>",
      })
  void aVolatilePartIsReplacedByTheNameOfItsClass(String text, String masked) {
    assertThat(masking.mask(text)).isEqualTo(masked);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "3 tests failed",
        "Tests run: 120, Failures: 3, Errors: 1",
        "3 failed, 117 passed",
        "Found 1234567 errors",
        "exit code 137",
        "exited with code 1",
        "exit status 0xC0000005",
        "process exited with 2",
        "HTTP 503",
        "HTTP/1.1 503 Service Unavailable",
        "status code: 429",
        "status=404",
        "returned 17",
        "expected 5, got 3",
        "Expected: 2026-03-01 Received: 2026-03-02",
        "expected 5s, actual 7s",
        "expected '2026-03-01T10:00:00Z', got '2026-03-01T11:00:00Z'",
        "expected: <2026-03-01T10:00:00Z> but was: <2026-03-01T11:00:00Z>",
        "expected: <2026-03-01 10:00:00> but was: <2026-03-01 11:00:00>",
        "expected 5ms to be 6ms",
        "expected 5 seconds, got 7 seconds",
        "want 3f2a9bc got 4f2a9bc",
        "HRESULT 0x80070005",
        "errno: 0x80070005",
        "cannot read property 'x' of undefined",
        "port 8080 is in use",
        "index 12 out of bounds for length 3",
        "version 2.31.0 not found",
        "module feedface not found",
      })
  void countsCodesAndExpectedAndActualValuesStay(String text) {
    assertThat(masking.mask(text)).isEqualTo(text);
    assertThat(masking.maskWithLines(text)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[07.11.2025 18:27] kaputt              | [<timestamp>] kaputt",
        "am 7. November 2025 um 18:27:03 Uhr    | am <timestamp>",
        "am 3.1.2025 gesperrt                   | am <date> gesperrt",
        "le 7 février 2025 à 18:27 : échec      | le <timestamp> : échec",
        "el 7 de julio de 2025, 18:27 falló     | el <timestamp> falló",
        "em 7 de março de 2025 às 18:27         | em <timestamp>",
        "il 7 luglio 2025 alle 18:27            | il <timestamp>",
        "7 февраля 2025 г. ошибка               | <date> г. ошибка",
        "07.02.2025 18:27:03 ошибка             | <timestamp> ошибка",
        "2025年11月7日(金) 18時27分03秒 失敗     | <timestamp> 失敗",
        "2025年11月7日下午6:27 失败              | <timestamp> 失败",
        "2025년 11월 7일 오후 6:27:03 실패       | <timestamp> 실패",
        "2025. 11. 7. 오후 6:27 실패             | <timestamp> 실패",
        "2025/11/7 18:27 失敗                   | <timestamp> 失敗",
        "Nov 7 18:27:03 host sshd: closed       | <timestamp> host sshd: closed",
        "November 7, 2025 at 6:27 PM            | <timestamp>",
      })
  void datesAreVolatileAsOtherLanguagesWriteThem(String text, String masked) {
    assertThat(masking.mask(text)).isEqualTo(masked);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nach 3,75 Sekunden abgebrochen  | nach <duration> abgebrochen",
        "nach 2 Min. 5 Sek. beendet      | nach <duration> beendet",
        "nach 1 Stunde und 20 Minuten    | nach <duration>",
        "après 3,5 secondes              | après <duration>",
        "en 2 minutos y 5 segundos       | en <duration>",
        "dopo 1 ora, 2 minuti            | dopo <duration>",
        "após 250 milissegundos          | após <duration>",
        "через 2 мин. 5 сек. отменено    | через <duration> отменено",
        "через 3,5 с                     | через <duration>",
        "за 40 минут                     | за <duration>",
        "処理時間 2分5秒                 | 処理時間 <duration>",
        "处理用时 3 小时 2 分钟          | 处理用时 <duration>",
        "用时 30 毫秒                    | 用时 <duration>",
        "소요 시간 2분 5초               | 소요 시간 <duration>",
        "after 1h 20m                    | after <duration>",
        "after 2 hrs, 5 mins             | after <duration>",
      })
  void durationsAreVolatileAsOtherLanguagesWriteThem(String text, String masked) {
    assertThat(masking.mask(text)).isEqualTo(masked);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "{\"took_ms\": 31, \"hits\": 4}  | {\"took_ms\": <duration>, \"hits\": 4}",
        "level=info elapsed=0.25 rows=3  | level=info elapsed=<duration> rows=3",
        "duration_seconds: 8             | duration_seconds: <duration>",
        "{\"latencyMs\":\"17\"}          | {\"latencyMs\":\"<duration>\"}",
        "responseTime = 42               | responseTime = <duration>",
        "query_time: 1.5                 | query_time: <duration>",
        "elapsed: 3s                     | elapsed: <duration>",
      })
  void aNumberIsADurationWhereTheNameOfItsFieldSaysSo(String text, String masked) {
    assertThat(masking.mask(text)).isEqualTo(masked);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "dial from 192.168.7.20:51944 failed      | dial from 192.168.7.20:<client port> failed",
        "172.16.0.9:38210 -> 172.16.0.4:6379: EOF | 172.16.0.9:<client port> -> 172.16.0.4:6379: EOF",
        "peer [fe80::1]:60001 closed              | peer [fe80::1]:<client port> closed",
        "from 10.1.1.1 port 40022                 | from 10.1.1.1 port <client port>",
        "user usr_4b7d09e1f2 unknown              | user usr<prefixed id> unknown",
        "call_Zk3Qw9xT2mB7vL4p failed             | call<prefixed id> failed",
        "job run-5f0c2e9ab1                       | job run<prefixed id>",
        "Prozess-ID 7713 beendet                  | Prozess-ID <process> beendet",
        "子进程 7713 已退出                       | 子进程 <process> 已退出",
        "スレッド7で例外                          | スレッド<process>で例外",
        "프로세스 ID: 7713                        | 프로세스 ID: <process>",
        "процесс 7713 завершён                    | процесс <process> завершён",
        "le processus 7713 a échoué               | le processus <process> a échoué",
      })
  void clientPortsAndIdsAreVolatile(String text, String masked) {
    assertThat(masking.mask(text)).isEqualTo(masked);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "connect 10.0.0.4:5432 refused",
        "listen 0.0.0.0:8080 in use",
        "10.0.0.4:30080 unreachable",
        "10.0.0.4:99999 is no address",
        "test_utf8decoding failed",
        "python3_version2 not found",
        "test_base64encode missing",
        "order_20260314 missing",
        "feature-integration2tests",
        "max_duration: 5",
        "timeout_ms: 500",
        "latencyLimit=20",
        "count: 31, retries=4",
        "version 10.0.2024 not found",
        "release 2026.03.14 not found",
        "5 с ошибками",
        "得分 90 分",
        "3分支失败",
        "14 items 2026",
        "3 may fail",
      })
  void whatOnlyLooksVolatileStays(String text) {
    assertThat(masking.mask(text)).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ValueError: '2025-02-29' is not a valid date",
        "time data \"2025-13-01\" does not match format '%Y-%m-%d'",
        "invalid date 2025-11-31",
        "Invalid timestamp: 2025-11-31 10:00:00",
        "could not parse 2025-11-31T10:00:00Z",
        "date out of range: 2025-13-07",
        "2025-11-31 is not a calendar day",
        "malformed time value '25:10:00'",
        "due date 2025-11-31 lies before the start",
        "Ungültiges Datum: 31.11.2025",
        "Das Datum 31.11.2025 existiert nicht",
        "date invalide 31/11/2025",
        "fecha no válida: 31/11/2025",
        "data non valida: 31/11/2025",
        "Неверная дата: 30.02.2025",
        "無効な日付: 2025年2月29日",
        "日期 2025-02-29 不存在",
        "잘못된 날짜: 2025-02-29",
        "“2025年2月29日”无效",
        "erwartet 5 Sekunden, tatsächlich 7 Sekunden",
        "期待値 5秒 実際の値 7秒",
        "期望 2025-03-01，实际 2025-03-02",
      })
  void datesAndDurationsStayWhereTheMessageIsAboutThem(String text) {
    assertThat(masking.mask(text)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "{\"at\": \"2025-03-01\"}            | {\"at\": \"<date>\"}",
        "time=\"10:00:00\" level=error       | time=\"<time>\" level=error",
        "Backup of '2025-03-01 10:00:00'     | Backup of '<timestamp>'",
        "2025-03-01 10:00:00 Invalid token   | <timestamp> Invalid token",
        "[2025-03-01] date is missing        | [<date>] date is missing",
        "invalid answer at 2025-03-01        | invalid answer at <date>",
      })
  void otherDatesAreVolatileInQuotesTooAndNearSuchWords(String text, String masked) {
    assertThat(masking.mask(text)).isEqualTo(masked);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Syntax error at line 42          | Syntax error at <line>",
        "Syntax error at line 42, column 7 | Syntax error at <line>, <line>",
        "src/auth.ts:42:7 - error         | src/auth.ts<line> - error",
        "src/auth.ts(42,7): error         | src/auth.ts<line>: error",
        "auth.py:42                       | auth.py<line>",
      })
  void linesAndColumnsAreMaskedOnlyByMaskWithLines(String text, String unlined) {
    assertThat(masking.mask(text)).isEqualTo(text);
    assertThat(masking.maskWithLines(text)).isEqualTo(unlined);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "Unknown tool: Jira           | Unknown tool: <name>",
        "No module named 'requests'   | No module named <name>",
        "No module named \"requests\" | No module named <name>",
        "command `foo` not found      | command <name> not found",
        "3 tests failed               | 3 tests failed",
      })
  void aTemplateMasksQuotedAndTrailingNames(String text, String template) {
    assertThat(masking.template(text)).isEqualTo(template);
  }

  @Test
  void coloursAndSpacingMakeNoDifference() {
    String coloured = "\u001b[31mError\u001b[0m:\n\t  3   tests failed ";

    assertThat(masking.mask(coloured)).isEqualTo("Error: 3 tests failed");
  }

  @Test
  void textBeyondMaxCharsIsNotMasked() {
    String padding = "x".repeat(Text.MAX_CHARS - 1) + " ";

    assertThat(masking.mask(padding + "took 5ms")).endsWith("took 5ms");
    assertThat(Text.of(padding + "took 5ms").maskedHash())
        .isNotEqualTo(Text.of(padding + "took 6ms").maskedHash());
  }
}
