package dev.eddyline.console;

import dev.eddyline.access.NamedToken;
import dev.eddyline.audit.ReceiptTopic;
import dev.eddyline.signing.DecisionLinks;
import dev.eddyline.signing.SigningKeys;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** All pages of a console without Kafka: an authorized caller gets an error at most. */
final class PagesWithoutKafka implements AutoCloseable {

  private final OutputView view = new OutputView(Clock.systemUTC());
  private final FeedPages feed;
  private final ExplanationPages explanations;
  private final Optional<SignInCode> code;
  private final List<Pages> all = new ArrayList<>();

  /** The pages, for callers with these tokens. */
  PagesWithoutKafka(NamedToken... tokens) {
    AccessControl access =
        AccessControl.create(
            new AccessRules(
                tokens.length > 0, SignInProxy.NONE, Set.of(), true, false, Optional.empty()),
            TestAccessTokens.tokenFile(tokens),
            SigningKeys.randomProcessLocalKeys(),
            List::of,
            Optional.empty(),
            Clock.systemUTC(),
            System::nanoTime,
            Optional.empty());
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

  List<Pages> all() {
    return all;
  }

  /** The code with which a person signs in; empty with tokens. */
  Optional<SignInCode> code() {
    return code;
  }

  @Override
  public void close() {
    feed.close();
    explanations.close();
  }
}
