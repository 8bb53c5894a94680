package dev.eddyline.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.TestTags;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pages with very long names at all widths: nothing scrolls sideways, and nothing is cut off. */
@ExtendWith(Chromium.class)
@Tag(TestTags.BROWSER)
class WidthsIT {

  private static final int[] WIDTHS = {360, 420, 768, 1400, 1920};

  /** A name without a place to break. */
  private static final String LONG = "interface_definition→evaluator→master_creation→".repeat(6);

  private static final String IS_TOO_WIDE =
      "document.documentElement.scrollWidth > document.documentElement.clientWidth";

  private static final String GATE =
      "{'kind':'gate','state':'opened','open':true,'gateId':'LONG','rootTaskId':'LONG','taskId':'LONGx',"
          + "'agentId':'LONG','workflow':'LONG','loopType':'transition_limit_exceeded','headline':'LONG',"
          + "'reason':'LONG','loopCount':3,'attempts':3,'action':'escalate','target':'user','text':'LONG',"
          + "'label':'LONG','openedAt':1,'evidence':[{'what':'LONG','at':1}],"
          + "'tried':[{'at':1,'action':'retry_with_hint','target':null,'text':'LONG'}],'similar':['LONG'],"
          + "'cost':{'tokens':123456,'usd':1.5,'millis':99999999},'pending':null,'traceId':null,"
          + "'cause':'c','recurrenceOf':'x','decision':'approve','decidedBy':'LONG','guidance':'LONG',"
          + "'closedAt':2}";

  private static final String LIST = "{'items':[%s],'next':null,'total':1}";

  private static final String TASKS =
      LIST.formatted(
          "{'taskId':'LONG','rootTaskId':'LONG','workflow':'LONG','agentId':'LONG','state':'completed',"
              + "'loopCount':1,'attempts':1,'loopTypes':['transition_limit_exceeded'],'gateId':null,"
              + "'lastReason':'LONG','lastAt':1,'cost':{'tokens':1,'usd':0},"
              + "'loopsLately':[0,0,0,0,0,0,0,0,0,0,0,1]}");

  private static final String SUMMARY =
      "'workflow':'LONG','version':'0123456789abcdef0123456789abcdef','source':'topic','since':1,"
          + "'recursionLimit':25,'nodeCount':2,'edgeCount':2,'findingCount':1,'errorCount':1,'notSought':['LONG']";

  private static final String GRAPH =
      "{"
          + SUMMARY
          + ",'complete':true,'nodes':[{'id':'aLONG','label':'a','kind':'step','expensive':false},"
          + "{'id':'bLONG','label':'b','kind':'step','expensive':false}],"
          + "'edges':[{'from':'aLONG','to':'bLONG'},{'from':'bLONG','to':'aLONG'}],"
          + "'findings':[{'kind':'unbounded_cycle','error':true,'cycle':['aLONG','bLONG'],'change':[],'line':3,"
          + "'reason':'LONG','remedies':[{'kind':'add_counter','recommended':true,'change':'LONG','price':'LONG'}]}],"
          + "'misread':['LONG'],'text':'LONG','bounds':null}";

  private static FakeApi api;
  private static Browser browser;

  @BeforeAll
  static void start() {
    api = new FakeApi();
    stub("gates", LIST.formatted(GATE));
    stub("gate", GATE);
    stub(
        "gates/causes",
        "{'causes':[{'cause':'c','headline':'LONG','loopType':'custom','gates':2,'agents':['LONG','LONG'],"
            + "'workflows':['LONG'],'oldestAt':1,'newestAt':1,'tokens':1,'usd':0}],'total':1,'gates':2}");
    stub("tasks", TASKS);
    stub(
        "overview",
        "{'at':1,'caughtUp':true,'since':1,'tasks':{'active':1000000,'looping':100000,'held':100000},"
            + "'perMinute':[],'gates':{'open':1,'oldestOpenedAt':1,'byAge':[{'label':'1 h','count':1}]},"
            + "'cost':{'tokens':123456789,'usd':0,'millis':999999999},'byType':[],"
            + "'heat':{'agents':['LONG'],'loopTypes':['custom'],'counts':[[1]]},"
            + "'decisions':{'count':0,'falsePositives':0,'medianMillis':null},'patterns':[]}");
    stub(
        "patterns",
        LIST.formatted(
            "{'patternId':'p','headline':'LONG','reason':'LONG','loopType':'custom','rule':'LONG','loops':3,"
                + "'agents':['LONG','LONG'],'workflows':['LONG'],'tasks':2,'moreTasks':false,"
                + "'newestTasks':['LONG'],'firstAt':1,'lastAt':1,'perHour':[0,1,2],"
                + "'cost':{'tokens':123456,'usd':1.5,'millis':99999999},'openGates':1,'closedGates':1,"
                + "'resolutions':[{'decision':'approve','gates':1,'recurred':0,'unknown':1}],"
                + "'guidance':[{'text':'LONG','decision':'approve','gates':1,'recurred':0,'unknown':1}],'remedies':['LONG']}"));
    stub(
        "audit",
        "{'items':[{'receiptId':'r','outcome':'refused','reason':'LONG','eventId':'LONG','taskId':'LONG',"
            + "'rootTaskId':'LONG','workflow':'LONG','gateId':'LONG','decision':'approve','by':'LONG',"
            + "'verified':false,'agentId':'LONG','origin':'LONG','topic':'t','partition':0,'offset':1,"
            + "'occurredAt':1,'decidedAt':1}],'next':null,'readBackTo':null}");
    stub(
        "input-problems/causes",
        "{'caughtUp':true,'newestOnly':false,'total':1,'records':1,'causes':[{'cause':'c','records':1,"
            + "'firstAt':1,'lastAt':1,'topic':'LONG','kind':'refused','reason':'LONG','fix':'LONG','agentId':'LONG'}]}");
    stub(
        "input-problems",
        LIST.formatted(
            "{'id':'0-1','cause':'c','at':1,'topic':'LONG','partition':0,'offset':1,'kind':'refused',"
                + "'reason':'LONG','fix':'LONG','key':'LONG','bytes':1,'decoded':{'format':'json','schema':null,"
                + "'taskId':'LONG','agentId':'LONG','workflow':'LONG','type':'LONG','eventId':'LONG'}}"));
    stub("feed/recent", "{'items':[" + GATE + "]}");
    stub(
        "graphs",
        "{'items':[{" + SUMMARY + "}],'refused':[{'workflow':'LONG','at':1,'error':'LONG'}]}");
    stub("graph", GRAPH);
    stub(
        "policies",
        "{'inForce':[{'workflow':'LONG','name':'LONG','version':'0123456789abcdef','source':'topic','since':1,'publishedBy':'LONG','note':'LONG',"
            + "'changes':[{'path':'LONG','was':1,'is':'LONG'}],'yaml':'LONG'}],"
            + "'refused':[{'workflow':'LONG','at':1,'error':'LONG'}]}");
    stub(
        "task",
        TaskFixture.task(
            List.of(
                TaskFixture.action(0, "LONG"),
                TaskFixture.action(1, "LONG"),
                TaskFixture.verdict(2, "one", 1, 600),
                "{'kind':'action','at':%d,'what':'LONG','step':'LONG'}"
                    .formatted(TaskFixture.START + 3_000),
                GATE.replace("'kind'", "'at':%d,'kind'".formatted(TaskFixture.START + 4_000))),
            "'openGate':" + GATE,
            "'steps':[{'name':'LONG','visits':3,'limit':2}]",
            "'ladder':[{'loopId':'l','loopType':'custom','answered':'escalate','target':'user','count':1,'reason':'LONG'}]",
            "'leaderContext':{'current':{'loopType':'custom','action':'escalate','target':'user'},"
                + "'history':[],'suggestion':'LONG LONG'}",
            "'transitions':{'nodes':['aLONG','bLONG'],'edges':[{'from':'aLONG','to':'bLONG','count':3,"
                + "'limit':null,'inLoop':true,'onGraph':null},{'from':'bLONG','to':'aLONG','count':3,"
                + "'limit':null,'inLoop':true,'onGraph':false}]}"));
    stub(
        "session",
        "{'user':'LONG','token':null,'roles':['view','decide'],'workflows':[],'taskPrefix':'','csrf':'c',"
            + "'requiresToken':false,'traceUrl':null}");
    browser = new Browser(api.address());
  }

  @AfterAll
  static void end() {
    browser.close();
    api.close();
  }

  private static void stub(String path, String json) {
    api.stubResponse(path, 200, json.replace("LONG", LONG));
  }

  @ParameterizedTest
  @CsvSource({
    "overview, /, .heat",
    "task, /task?id=T1, .story",
    "tasks, /tasks, table.tasks",
    "causes, /gates, .gate-line",
    "gates, /gates?view=list, form.decision",
    "gates-closed, /gates?state=closed, table.closed",
    "graphs, /graphs, table.tasks",
    "graph, /graphs?workflow=x, .graph svg",
    "policies, /policies, .refused",
    "not-found, /no/such/page, .empty",
    "patterns, /patterns, main details",
    "audit, /audit, main table",
    "input-problems, /input-problems, .problems summary",
  })
  void nothingScrollsSideways(String name, String path, String ready) {
    List<String> faults = new ArrayList<>();
    for (int width : WIDTHS) {
      // Given
      browser.resizeWindow(width, 900);

      // When
      browser.open(path);
      browser.awaitElement(ready);
      browser.untilGone(".skeleton");
      browser.script(
          "document.querySelectorAll('main details').forEach((each) => (each.open = true))");
      browser.asyncScript("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))");

      browser.saveScreenshot("long-names-%s-%d".formatted(name, width), width);
      if (Boolean.TRUE.equals(browser.script("return " + IS_TOO_WIDE))) {
        faults.add("%d: scrolls sideways".formatted(width));
      }
      cutOff().forEach(each -> faults.add("%d: %s".formatted(width, each)));
    }

    // Then
    assertThat(faults).isEmpty();
  }

  /** Elements with text beyond the right side of the page, or of a panel that hides them. */
  private static List<?> cutOff() {
    return (List<?>)
        browser.script(
            """
            const width = document.documentElement.clientWidth;
            const scrolls = '.scroll, .graph, pre, .unseen, .user, .tabs, dialog, .heat, thead, .clamp';
            return [...document.querySelectorAll('body *')]
              .filter((each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
              .filter((each) => !each.closest(scrolls) && each.checkVisibility())
              .filter((each) => each.getBoundingClientRect().right > width + 0.5
                || each.getBoundingClientRect().right > (each.closest('.panel')?.getBoundingClientRect().right ?? Infinity) + 0.5)
              .map((each) => `${each.tagName} ${each.className}: ${each.textContent.slice(0, 40)}`);
            """);
  }
}
