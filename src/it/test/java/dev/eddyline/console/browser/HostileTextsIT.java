package dev.eddyline.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.TestTags;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Control, invisible and bidi characters in texts of events are shown as escapes. */
@Tag(TestTags.BROWSER)
@ExtendWith(Chromium.class)
class HostileTextsIT {

  /** A person who decides would read: approve 001$ yap. */
  private static final String REASON = "approve \\u202epay $100\\u202c \\u200b\\u001b[31m";

  private static final String TASK =
      "{'taskId':'T1','rootTaskId':'T1','workflow':'w\\u202e','state':'held','known':true,'loopCount':3,"
          + "'attempts':3,'epoch':0,'startedAt':1,'lastAt':2,'cost':{'tokens':0,'usd':0,'millis':null},"
          + "'ladder':[],'steps':[{'name':'s\\u2067','visits':1,'limit':null}],"
          + "'transitions':{'nodes':['a\\u202e','b'],"
          + "'edges':[{'from':'a\\u202e','to':'b','count':1,'limit':null,'inLoop':false}]},"
          + "'story':[{'kind':'gate','at':2,'state':'closed','decision':'approve','decidedBy':'\\u202eeno'},"
          + "{'kind':'action','at':3,'step':'x\\u200f','what':'y\\u2066'}],"
          + "'leaderContext':null,'answeredBy':'here','stale':false,"
          + "'openGate':{'gateId':'g','rootTaskId':'T1','taskId':'T1','loopType':'custom','cause':'c','headline':'REASON','reason':'REASON',"
          + "'loopCount':3,'attempts':3,'action':'escalate','target':'user','text':'עברית','agentId':'a\\u061c',"
          + "'openedAt':1,'evidence':[{'what':'\\u202eseen','at':1}],'tried':[],'similar':['\\u2068like'],"
          + "'cost':null,'pending':null}}";

  private static FakeApi api;
  private static Browser browser;

  @BeforeAll
  static void start() {
    api = new FakeApi();
    browser = new Browser(api.address());
    api.stubResponse("policies", 200, StatesIT.NO_POLICIES);
    browser.open("/policies");
  }

  @AfterAll
  static void end() {
    browser.close();
    api.close();
  }

  @Test
  void escapesControlCharactersAndIsolatesTextDirection() {
    // Given
    api.stubResponse("task", 200, TASK.replace("REASON", REASON));
    api.stubResponse("graphs", 200, "{'items':[]}");

    // When
    browser.open("/task?id=T1%E2%80%AE%1B%5B2J");

    // Then
    browser.untilText(".reason", "approve \\u202epay $100\\u202c \\u200b\\u001b[31m");
    assertThat(browser.script("return document.title")).isEqualTo("T1\\u202e\\u001b[2J · Eddyline");
    assertThat(browser.script("return document.querySelector('.entry').textContent"))
        .asString()
        .contains("by \\u202eeno");
    assertThat(
            browser.script(
                "return [...document.querySelectorAll('*')].flatMap((one) => [one.title,"
                    + " one.ariaLabel, ...[...one.childNodes].filter((node) => node.nodeType ==="
                    + " 3).map((node) => node.data)]).filter((text) => /(?![\\n"
                    + "\\t])[\\p{Cc}\\p{Cf}]/u.test(text ?? '')).length"))
        .isEqualTo(0L);
    assertThat(
            browser.script(
                "return [...document.querySelectorAll('.reason > *, .verdict-text > *')].map((one)"
                    + " => getComputedStyle(one).unicodeBidi + ' ' +"
                    + " getComputedStyle(one).direction).join()"))
        .isEqualTo("isolate ltr,isolate rtl");
    browser.saveScreenshot("hostile-texts", 1440);
    assertThat(browser.consoleErrors()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "a\\\\u202eb, a\\u202eb",
    "\\\\u001b[0m\\\\u009b, \\u001b[0m\\u009b",
    "al\\\\u200dice, al\\u200dice",
    "\\\\u{e0041}, \\udb40\\udc41",
    "\\\\ud800, \\ud800",
    "\\\\u0600 12, \u0600 12",
    "\\\\u{1f469}\\\\u200d\\\\u{1f4bb}, \ud83d\udc69\u200d\ud83d\udcbb",
    "Zoë עברית, Zoë עברית",
  })
  void consoleEscapesTextsLikeLogs(String literal, String shown) {
    assertThat(
            browser
                .evaluateWithModule(
                    "format.js", "m.visible('%s')".formatted(literal.replace("\\\\", "\\")))
                .asText())
        .isEqualTo(shown);
  }
}
