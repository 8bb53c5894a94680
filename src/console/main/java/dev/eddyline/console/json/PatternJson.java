package dev.eddyline.console.json;

import dev.eddyline.json.Doc;
import dev.eddyline.outputs.CostJson;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.LoopType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A pattern in JSON. */
@Doc(
    "Similar loops of any tasks: those with the same loop type, the same custom detector and, apart"
        + " from volatile parts, the same newest event. A pattern is the cause of its gates.")
public record PatternJson(
    @Doc("The key of the pattern; its gates have it as `cause`.") String patternId,
    @Doc("What repeats, in one line, in the newest loop.") String headline,
    @Doc("The reason of the newest loop.") String reason,
    LoopType loopType,
    @Doc("Its custom detector; null for a built-in one.") @Nullable String rule,
    @Doc("Loops in the hours that were asked for.") int loops,
    @Doc("Agents of its loops, 20 at most.") List<String> agents,
    @Doc("Workflows of its loops, 20 at most.") List<String> workflows,
    @Doc("Different tasks since `firstAt`, 1,000 at most.") int tasks,
    @Doc("Whether there are more tasks than that.") boolean moreTasks,
    @Doc("The tasks of the newest loops, newest first, 5 at most.") List<String> newestTasks,
    @Doc("When its oldest known loop was decided, epoch milliseconds.") long firstAt,
    @Doc("When its newest loop was decided, epoch milliseconds.") long lastAt,
    @Doc("Loops of each of the last 48 hours, oldest first.") List<Integer> perHour,
    @Doc("The cost of its loops since `firstAt`.") CostJson cost,
    @Doc("Its gates that are open.") int openGates,
    @Doc("Its gates that are closed, of the newest 5,000 closed ones.") int closedGates,
    @Doc("What closed its gates, most frequent first.") List<Resolution> resolutions,
    @Doc("Guidance of its closed gates, the one that helped most often first; 5 at most.")
        List<Guidance> guidance,
    @Doc(
            "Remedies of similar loops in the loop memory, best first, 5 at most, as the newest"
                + " gate shows them to the caller.")
        List<String> remedies) {

  private static final String UNKNOWN =
      "Gates with an approval whose loop has not come back, and whose root task has not completed"
          + " since: it is not known yet whether the decision helped.";

  /** What closed gates. */
  @Doc("What closed gates of a pattern.")
  public record Resolution(
      @Doc("The decision; null where the task completed without one.") @Nullable Decision decision,
      @Doc("The number of gates.") int gates,
      @Doc("Gates whose loop came back and opened another gate.") int recurred,
      @Doc(UNKNOWN) int unknown) {}

  /** Guidance of people. */
  @Doc("Guidance that a person gave at gates of a pattern.")
  public record Guidance(
      @Doc("The guidance; at most 500 characters.") String text,
      Decision decision,
      @Doc("The number of gates.") int gates,
      @Doc("Gates whose loop came back and opened another gate.") int recurred,
      @Doc(UNKNOWN) int unknown) {}
}
