package dev.eddyline.console;

import dev.eddyline.access.NamedToken;
import dev.eddyline.audit.ReceiptTopic;
import dev.eddyline.console.edge.AccessControl;
import dev.eddyline.console.edge.LoopbackAccess;
import dev.eddyline.console.edge.RateLimit;
import dev.eddyline.console.edge.Route;
import dev.eddyline.console.edge.SignInCode;
import dev.eddyline.console.ingest.EventIngest;
import dev.eddyline.console.ingest.EventPages;
import dev.eddyline.console.ingest.HookMonitor;
import dev.eddyline.console.ingest.HookPages;
import dev.eddyline.console.ingest.WriteAuthorizer;
import dev.eddyline.console.pages.ActivePolicyTexts;
import dev.eddyline.console.pages.AuditPages;
import dev.eddyline.console.pages.DecisionPages;
import dev.eddyline.console.pages.ExplanationPages;
import dev.eddyline.console.pages.FeedPages;
import dev.eddyline.console.pages.GraphPages;
import dev.eddyline.console.pages.InputProblemPages;
import dev.eddyline.console.pages.LinkPages;
import dev.eddyline.console.pages.PatternPages;
import dev.eddyline.console.pages.PolicyDraftPages;
import dev.eddyline.console.pages.PolicyPages;
import dev.eddyline.console.pages.TaskPages;
import dev.eddyline.console.pages.ViewPages;
import dev.eddyline.console.view.ActiveTasks;
import dev.eddyline.console.view.DeadLetterStore;
import dev.eddyline.console.view.OutputView;
import dev.eddyline.console.web.Pages;
import dev.eddyline.signing.DecisionLinks;
import dev.eddyline.signing.SigningKeys;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** All pages of a console without Kafka: an authorized caller gets an error at most. */
public final class PagesWithoutKafka implements AutoCloseable {

  private final OutputView view = new OutputView(Clock.systemUTC());
  private final FeedPages feed;
  private final ExplanationPages explanations;
  private final Optional<SignInCode> code;
  private final List<Pages> all = new ArrayList<>();

  /** The pages, for callers with these tokens. */
  public PagesWithoutKafka(NamedToken... tokens) {
    AccessControl access = LoopbackAccess.withTokens(tokens);
    code = access.code();
    feed = new FeedPages(view, access.callers()::isStillAuthenticated, List::of, System::nanoTime);
    DecisionPages decisions = new DecisionPages(view, null, null);
    TaskPages tasks = new TaskPages(view, null, null, null, access.peers());
    explanations = new ExplanationPages(tasks, null, null, null, ExplanationPages.TIME_LIMIT);
    all.addAll(
        Console.pages(
            access,
            config -> Route.STATUS.serve(config, http -> http.result("{}")),
            feed,
            new ViewPages(view, () -> new ActiveTasks.ReportedTaskCount(0, 1, 1)),
            new PatternPages(view),
            tasks,
            explanations,
            decisions,
            new LinkPages(view, new DecisionLinks(SigningKeys.randomProcessLocalKeys()), decisions),
            new EventPages(
                new EventIngest(
                    view,
                    null,
                    new WriteAuthorizer((scope, task) -> true),
                    new RateLimit(System::nanoTime))),
            new HookPages(
                (caller, events, wait) -> null,
                new HookMonitor(new SimpleMeterRegistry(), Clock.systemUTC()),
                Clock.systemUTC(),
                Optional.empty()),
            new PolicyPages(null, new ActivePolicyTexts("default")),
            new PolicyDraftPages(view, null, null, null, null),
            new GraphPages(null),
            new InputProblemPages(new DeadLetterStore(), Clock.systemUTC()),
            new AuditPages(view, new ReceiptTopic(1).reader(), System::nanoTime)));
  }

  public List<Pages> all() {
    return all;
  }

  /** The code with which a person signs in; empty with tokens. */
  public Optional<SignInCode> code() {
    return code;
  }

  @Override
  public void close() {
    feed.close();
    explanations.close();
  }
}
