package dev.eddyline.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.TestTags;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A task's transitions over its workflow's graph. */
@Tag(TestTags.BROWSER)
@ExtendWith(Chromium.class)
class DeclaredGraphIT {

  private static final String TRANSITIONS =
      "{nodes:['a','b','x'],edges:[{from:'a',to:'b',count:3,limit:null,inLoop:true,onGraph:true},"
          + "{from:'b',to:'x',count:1,limit:null,inLoop:false,onGraph:false}]}";

  private static final String GRAPH =
      "{complete:true,nodes:[{id:'a',label:'a',kind:'step'},{id:'g',label:'g',kind:'route'},"
          + "{id:'b',label:'b',kind:'step'},{id:'END',label:'END',kind:'end'}],"
          + "edges:[{from:'a',to:'g'},{from:'g',to:'b'},{from:'b',to:'END'}]}";

  private static final String TASK =
      "{'taskId':'T1','rootTaskId':'T1','workflow':'flow','state':'looping','known':true,'loopCount':1,"
          + "'attempts':null,'epoch':null,'startedAt':null,'lastAt':null,"
          + "'cost':{'tokens':0,'usd':0,'millis':null},'ladder':[],'steps':[],'transitions':%s,"
          + "'story':[],'leaderContext':null,'openGate':null,'answeredBy':'here','stale':false}";

  private static FakeApi api;
  private static Browser browser;

  @BeforeAll
  static void start() {
    api = new FakeApi();
    browser = new Browser(api.address());
    // without an answer the browser would log an error
    api.stubResponse("policies", 200, StatesIT.NO_POLICIES);
    browser.open("/policies");
  }

  @AfterAll
  static void end() {
    browser.close();
    api.close();
  }

  private static JsonNode drawn(String graph) {
    return browser.evaluateWithModule(
        "declared.js", "m.drawnOver(%s, %s)".formatted(TRANSITIONS, graph));
  }

  @Test
  void drawsServerTransitions() {
    // When
    JsonNode edges = drawn(GRAPH).path("edges");

    // Then
    assertThat(edges.get(0).path("onGraph").asBoolean()).isTrue();
    assertThat(edges.get(1).path("onGraph").asBoolean()).isFalse();
    assertThat(edges.get(1).path("count").asInt()).isEqualTo(1);
  }

  @Test
  void drawsUnvisitedGraphEdges() {
    // When
    JsonNode drawn = drawn(GRAPH);

    // Then
    assertThat(drawn.path("nodes").toString()).isEqualTo("[\"a\",\"g\",\"b\",\"END\",\"x\"]");
    assertThat(drawn.path("edges").get(4).path("to").asText()).isEqualTo("END");
    assertThat(drawn.path("edges").get(4).path("count").asInt()).isZero();
    assertThat(browser.evaluateWithModule("graph-layout.js", "m.labelText({count: 0})").asText())
        .isEmpty();
  }

  @Test
  void taskPageMarksOffGraphTransitions() {
    // Given
    browser.consoleErrors();
    api.stubResponse("task", 200, TASK.formatted(json(TRANSITIONS)));
    api.stubResponse("graphs", 200, "{'items':[{'workflow':'flow'}],'refused':[]}");
    api.stubResponse("graph", 200, json(GRAPH));

    // When
    browser.open("/task?id=T1");

    // Then
    browser.untilText("main", "visited, but not on the workflow's graph");
    assertThat(browser.all("svg .edge.unknown")).hasSize(1);
    assertThat(browser.all("svg .edge.declared")).hasSize(3);
    assertThat(browser.all("svg .edge.in-loop")).hasSize(1);
    assertThat(AxeAudit.violations(browser)).isEmpty();
    browser.saveScreenshot("declared-graph", 1440);
    assertThat(browser.consoleErrors()).isEmpty();
  }

  /** The same with quoted names. */
  private static String json(String script) {
    return script.replaceAll("(?<=[{,])([a-zA-Z]+):", "'$1':");
  }

  @Test
  void drawsTransitionsWithoutGraph() {
    assertThat(drawn("null").path("edges")).hasSize(2);
  }
}
