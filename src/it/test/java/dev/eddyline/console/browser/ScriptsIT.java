package dev.eddyline.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.TestTags;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The console's pure functions, run in a browser. */
@Tag(TestTags.BROWSER)
@ExtendWith(Chromium.class)
class ScriptsIT {

  private static FakeApi api;
  private static Browser browser;

  @BeforeAll
  static void start() {
    api = new FakeApi();
    browser = new Browser(api.address());
    browser.open("/policies");
  }

  @AfterAll
  static void end() {
    browser.close();
    api.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "duration(0)           | 0 ms",
        "duration(59999)       | 59 s",
        "duration(60000)       | 1 min",
        "duration(192000)      | 3 min 12 s",
        "duration(7500000)     | 2 h 5 min",
        "duration(90000000)    | 1 d 1 h",
        "duration(1793577600000) | 56 y 319 d",
        "duration(null)        | –",
        "usd(0)                | $0.00",
        "usd(0.0000123)        | $0.000012",
        "usd(0.0456)           | $0.046",
        "usd(0.5)              | $0.50",
        "usd(0.996)            | $1.00",
        "usd(1234.5)           | $1,234.50",
        "short(9999)           | 9,999",
        "short(12345)          | 12.3K",
        "short(3482110)        | 3.5M",
        "whole(undefined)      | –",
        "ago(1000, 4000)       | just now",
        "ago(0, 61000)         | 1 min ago",
        "ago(0, 31535999999)   | 364 d ago",
        "ago(1790000000, 1795450000000) | 56 y ago",
        "clock(-1, 1795450000000).includes('19') | true",
        "reported({tokens: 0, usd: 0})[0]    | –",
        "reported({tokens: 2100, usd: 0})[0] | 2,100 tokens",
        "ago(9000, 0)          | just now",
        "actionText('escalate', 'user')         | escalate → user",
        "actionText('retry_with_hint', null)    | retry with hint",
        "cost({tokens: 0, usd: 0})         | ''",
        "cost({tokens: 48210, usd: 0.61, millis: 512000}) | 48.2K tokens · $0.61 · 8 min 32 s",
        "spent({tokens: 4500, usd: 0})[0]  | 4,500 tokens",
        "spent({tokens: 4500, usd: 2})[0]  | $2.00",
        "counted(1, 'loop')    | 1 loop",
        "counted(2, 'loop')    | 2 loops",
      })
  void formatsNumbersAndTimes(String expression, String text) {
    assertThat(browser.evaluateWithModule("format.js", "m." + expression).asText()).isEqualTo(text);
  }

  @Test
  void parsesServerSentEvents() {
    JsonNode event =
        browser.evaluateWithModule(
            "feed.js", "m.parseEvent(': ping\\nid: 7\\nevent:gate\\ndata: {\"a\":\\ndata: 1}')");
    assertThat(event.path("id").asText()).isEqualTo("7");
    assertThat(event.path("name").asText()).isEqualTo("gate");
    assertThat(event.path("data").asText()).isEqualTo("{\"a\":\n1}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b&c=d/e?f#g%h", "<script>", "ä→\u0000", "+"})
  void encodesIdsInUrls(String id) {
    assertThat(
            browser
                .script(
                    """
                    const answer = arguments[arguments.length - 1];
                    return import('/assets/links.js').then((m) =>
                      new URL(m.taskAddress(arguments[0]), location.href).searchParams.get('id'));
                    """,
                    id)
                .toString())
        .isEqualTo(id);
  }

  /** Chains, stars, cycles and random graphs of 1 to 25 nodes, on 1 to 6 columns. */
  @Test
  void laysOutGraphsWithoutOverlap() {
    JsonNode faults =
        browser.evaluateWithModule(
            "graph-layout.js",
            """
            (() => {
              let seed = 7;
              const lot = (n) => (seed = (seed * 1103515245 + 12345) % 2147483648) % n;
              const faults = [];
              for (let round = 0; round < 300; round++) {
                const size = 1 + round % 25;
                const names = Array.from({length: size}, (_, i) => 'step_' + 'x'.repeat(lot(30)) + i);
                const edges = new Map();
                for (let i = 0; i < size * (1 + round % 3); i++) {
                  const from = round % 4 === 0 ? Math.min(i, size - 1) : round % 4 === 1 ? 0 : lot(size);
                  const to = round % 4 === 0 ? (from + 1) % size : lot(size);
                  edges.set(from + '-' + to, {from: names[from], to: names[to], count: 1 + lot(99), limit: null, inLoop: false});
                }
                const drawn = m.layout(names, [...edges.values()], 1 + lot(6));
                const say = (what) => faults.push(round + ': ' + what);
                if (drawn.nodes.length !== size || drawn.edges.length !== edges.size) say('something is missing');
                for (const one of drawn.nodes) {
                  for (const other of drawn.nodes) {
                    if (one !== other && Math.abs(one.x - other.x) < (one.width + other.width) / 2
                        && Math.abs(one.y - other.y) < (one.height + other.height) / 2) say('nodes overlap');
                  }
                }
                const within = (p) => p.x >= 0 && p.x <= drawn.width && p.y >= 0 && p.y <= drawn.height;
                const near = (p, name) => {
                  const box = drawn.nodes.find((node) => node.name === name);
                  return Math.abs(p.x - box.x) <= box.width / 2 + 16 && Math.abs(p.y - box.y) <= box.height / 2 + 16;
                };
                for (const edge of drawn.edges) {
                  if (![edge.points[0], edge.points.at(-1), edge.label].every(within)) say('outside');
                  if (!near(edge.points[0], edge.from)) say('does not begin at its node');
                  if (!near(edge.points.at(-1), edge.to)) say('does not end at its node');
                }
              }
              return faults;
            })()
            """
                .replace("\n", " "));
    assertThat(faults).isEmpty();
  }

  @Test
  void laysOutChainsAndCycles() {
    JsonNode drawn =
        browser.evaluateWithModule(
            "graph-layout.js",
            "m.layout(['plan','build','test','fix'],"
                + " [['plan','build'],['build','test'],['test','fix'],['fix','test']].map(([from,"
                + " to]) => ({from, to, count: 2, limit: 5, inLoop: from !== 'plan'})), 6)");
    assertThat(drawn.path("nodes").findValuesAsText("name"))
        .containsExactly("plan", "build", "test", "fix");
    assertThat(drawn.path("nodes").findValues("x").stream().map(JsonNode::asDouble).toList())
        .isSorted();
    assertThat(drawn.path("edges").get(2).path("label").path("y").asDouble())
        .as("opposite edges are two lines")
        .isNotEqualTo(drawn.path("edges").get(3).path("label").path("y").asDouble());
    assertThat(
            browser
                .evaluateWithModule("graph-layout.js", "m.labelText({count: 6, limit: 5})")
                .asText())
        .isEqualTo("6/5");
  }

  @ParameterizedTest
  @CsvSource({"0, 10, 0", "1, 100, 1", "25, 100, 3", "100, 100, 5", "1, 1, 2", "0, 0, 0"})
  void scalesHeatMapShades(int count, int most, int shade) {
    assertThat(
            browser.evaluateWithModule("heat.js", "m.shade(%d, %d)".formatted(count, most)).asInt())
        .isEqualTo(shade);
  }

  @Test
  void chartsHaveTextAlternative() {
    assertThat(
            browser
                .evaluateWithModule(
                    "graph.js",
                    "m.described(['a','b'],"
                        + " [{from:'a',to:'b',count:6,limit:5,inLoop:true},{from:'b',to:'a',count:1,limit:null,inLoop:false}])")
                .asText())
        .isEqualTo("2 steps, 2 transitions. In the loop: a to b, 6 times, limit 5");
  }
}
