package dev.eddyline.console.pages;

import dev.eddyline.console.edge.Caller;
import dev.eddyline.console.edge.QueryParams;
import dev.eddyline.console.edge.Route;
import dev.eddyline.console.json.InputProblemCausesJson;
import dev.eddyline.console.json.InputProblemJson;
import dev.eddyline.console.view.DeadLetterStore;
import dev.eddyline.console.view.DeadLetterStore.Problem;
import dev.eddyline.console.view.HourlyTotals;
import dev.eddyline.console.web.Pages;
import dev.eddyline.console.web.Paging;
import dev.eddyline.console.web.Paging.SortKey;
import dev.eddyline.console.web.Paging.SortedItem;
import dev.eddyline.console.web.Params;
import dev.eddyline.metrics.DeadLetterReason;
import dev.eddyline.outputs.DeadLetter;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** Dead-lettered records, one by one and by cause. */
public final class InputProblemPages implements Pages {

  private final DeadLetterStore problems;
  private final InstantSource clock;

  /** Serves these dead letters. */
  public InputProblemPages(DeadLetterStore problems, InstantSource clock) {
    this.problems = problems;
    this.clock = clock;
  }

  @Override
  public void addTo(JavalinConfig config) {
    Route.INPUT_PROBLEMS.serve(config, this::records);
    Route.INPUT_PROBLEM_CAUSES.serve(config, this::causes);
  }

  private long since() {
    return HourlyTotals.retentionStartMillis(clock.millis());
  }

  private List<Problem> wanted(Context http, Params params) {
    Optional<String> cause = params.read(QueryParams.CAUSE);
    Optional<String> topic = params.read(QueryParams.TOPIC);
    Optional<DeadLetterReason> kind = params.read(QueryParams.PROBLEM_KIND);
    Optional<String> agent = params.read(QueryParams.AGENT);
    Optional<String> task = params.read(QueryParams.TASK);
    return problems.covered(Caller.of(http).scope(), since()).stream()
        .filter(it -> cause.isEmpty() || cause.get().equals(it.cause()))
        .filter(it -> isWanted(it.letter(), topic, kind, agent, task))
        .toList();
  }

  private static boolean isWanted(
      DeadLetter letter,
      Optional<String> topic,
      Optional<DeadLetterReason> kind,
      Optional<String> agent,
      Optional<String> task) {
    return (topic.isEmpty() || topic.get().equals(letter.topic()))
        && (kind.isEmpty() || kind.get() == letter.kind())
        && (agent.isEmpty() || agent.get().equals(letter.part().agentId()))
        && (task.isEmpty() || task.get().equals(letter.part().taskId()));
  }

  private void records(Context http) {
    Params params = new Params(http);
    Paging paging = new Paging(params);
    List<SortedItem<Problem>> found =
        wanted(http, params).stream()
            .map(
                it -> new SortedItem<>(SortKey.newestFirst(it.letter().at(), it.letter().id()), it))
            .toList();
    params.answer(paging.toPageJson(found, InputProblemJson::of));
  }

  private void causes(Context http) {
    Params params = new Params(http);
    params.answer(
        InputProblemCausesJson.of(
            wanted(http, params), problems.isCaughtUp(), problems.isIncompleteSince(since())));
  }
}
