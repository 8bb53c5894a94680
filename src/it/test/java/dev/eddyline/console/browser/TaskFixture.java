package dev.eddyline.console.browser;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A task of the stubbed API, as JSON with apostrophes for quotes. */
final class TaskFixture {

  /** Event time of the first entry, epoch milliseconds. */
  static final long START = 1_790_000_000_000L;

  private TaskFixture() {}

  /** A task with a timeline of these entries, and with values of other fields. */
  static String task(List<String> story, String... fields) {
    String more = fields.length == 0 ? "" : "," + String.join(",", fields);
    return "{'taskId':'T1','rootTaskId':'T1','workflow':null,'state':'looping','known':true,"
        + "'loopCount':1,'attempts':2,'epoch':0,'startedAt':%d,'lastAt':%d,"
            .formatted(START, START + 60_000)
        + "'cost':{'tokens':0,'usd':0,'millis':0},'ladder':[],'steps':[],"
        + "'transitions':{'nodes':[],'edges':[]},'leaderContext':null,'openGate':null,"
        + "'answeredBy':'here','stale':false,'obstacle':null,'story':[%s]%s}"
            .formatted(String.join(",", story), more);
  }

  /** An action. */
  static String action(long second, String what) {
    return "{'kind':'action','at':%d,'what':'%s','step':null}".formatted(at(second), what);
  }

  /** A verdict on a loop, decided some seconds after its event. */
  static String verdict(long second, String loopId, int loopCount, long delaySeconds) {
    return ("{'kind':'verdict','at':%d,'decidedAt':%d,'verdictId':'v%d','taskId':'T1','loopId':'%s',"
            + "'loopCount':%d,'loopType':'identical_failure','action':'retry_with_hint','target':null,"
            + "'reason':'Loop detected after %d attempts','text':'try another way','shadow':false,"
            + "'unknownContents':0,'evidence':[{'what':'boom','at':%d}],'traceId':'%032x'}")
        .formatted(
            at(second),
            at(second + delaySeconds),
            second,
            loopId,
            loopCount,
            loopCount + 1,
            at(second),
            second + 1);
  }

  /** A reset. */
  static String reset(long second, String reason, int previousCount) {
    return "{'kind':'reset','at':%1$d,'decidedAt':%1$d,'reason':'%2$s','previousCount':%3$d,'traceId':null}"
        .formatted(at(second), reason, previousCount);
  }

  /** This many entries, one a second: two different actions, then a verdict, again and again. */
  static List<String> longStory(int entries) {
    return IntStream.range(0, entries)
        .mapToObj(
            each ->
                each % 3 == 2
                    ? verdict(each, "loop-" + each % 7, each / 3, 0)
                    : action(each, "agent calls tool_" + each % 5))
        .collect(Collectors.toList());
  }

  private static long at(long second) {
    return START + 1_000 * second;
  }
}
