package dev.eddyline.console.json;

import dev.eddyline.console.view.DeadLetterStore;
import dev.eddyline.json.Doc;
import dev.eddyline.metrics.DeadLetterReason;
import dev.eddyline.outputs.DeadLetter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Dead-lettered records by cause, in JSON. */
@Doc(
    "Dead-lettered records of the last 48 hours by cause: those with the same topic, agent and, apart"
        + " from quoted texts and numbers, the same reason.")
public record InputProblemCausesJson(
    @Doc("Whether the console has read all dead letters.") boolean caughtUp,
    @Doc("Whether only the newest 5,000 records are counted, because there are more.")
        boolean newestOnly,
    @Doc("The causes, the one with the newest record first; 500 at most.") List<Cause> causes,
    @Doc("The number of causes.") int total,
    @Doc("The number of records.") int records) {

  private static final int MAX_CAUSES = 500;

  /** A cause. */
  @Doc("A cause of dead-lettered records.")
  record Cause(
      @Doc("The key that its records have as `cause`.") String cause,
      @Doc("How many records it has.") int records,
      @Doc("The timestamp of the oldest one, epoch milliseconds.") long firstAt,
      @Doc("The timestamp of the newest one, epoch milliseconds.") long lastAt,
      @Doc("The topic on which they were written.") @Nullable String topic,
      DeadLetterReason kind,
      @Doc("The reason of the newest one.") String reason,
      @Doc("What to do about it.") String fix,
      @Doc("The agent that they name; null if it could not be decoded.")
          @Nullable String agentId) {}

  /**
   * The causes of these records.
   *
   * @param newestFirst the records
   */
  public static InputProblemCausesJson of(
      List<DeadLetterStore.Problem> newestFirst, boolean caughtUp, boolean newestOnly) {
    Map<String, List<DeadLetter>> byCause = new LinkedHashMap<>();
    newestFirst.forEach(
        it -> byCause.computeIfAbsent(it.cause(), none -> new ArrayList<>()).add(it.letter()));
    List<Cause> causes = new ArrayList<>();
    byCause.forEach((cause, letters) -> causes.add(cause(cause, letters)));
    causes.sort(Comparator.comparingLong(Cause::lastAt).reversed());
    return new InputProblemCausesJson(
        caughtUp,
        newestOnly,
        causes.subList(0, Math.min(MAX_CAUSES, causes.size())),
        causes.size(),
        newestFirst.size());
  }

  private static Cause cause(String cause, List<DeadLetter> newestFirst) {
    DeadLetter newest = newestFirst.get(0);
    return new Cause(
        cause,
        newestFirst.size(),
        newestFirst.stream().mapToLong(DeadLetter::at).min().orElseThrow(),
        newestFirst.stream().mapToLong(DeadLetter::at).max().orElseThrow(),
        newest.topic(),
        newest.kind(),
        newest.reason(),
        InputFix.of(newest),
        newest.part().agentId());
  }
}
