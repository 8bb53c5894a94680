package dev.eddyline.console.pages;

import dev.eddyline.access.TaskScope;
import dev.eddyline.config.Setting;
import dev.eddyline.console.edge.Caller;
import dev.eddyline.console.edge.CallerResolver;
import dev.eddyline.console.edge.QueryParams;
import dev.eddyline.console.edge.Route;
import dev.eddyline.console.json.GateAnswerJson;
import dev.eddyline.console.pages.DecisionPages.Decider;
import dev.eddyline.console.view.GateProjection;
import dev.eddyline.console.view.OutputView;
import dev.eddyline.console.web.ApiException;
import dev.eddyline.console.web.Pages;
import dev.eddyline.console.web.Params;
import dev.eddyline.signing.DecisionLinks;
import dev.eddyline.signing.DecisionLinks.Link;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The gate of a decision link, and the decision on it. Reading changes nothing. */
public final class LinkPages implements Pages {

  private static final Logger LOG = LoggerFactory.getLogger(LinkPages.class);

  private final AtomicBoolean wrongSignatureLogged = new AtomicBoolean();
  private final OutputView view;
  private final DecisionLinks links;
  private final DecisionPages decisions;

  /** Serves signed links to the gates of this view. */
  public LinkPages(OutputView view, DecisionLinks links, DecisionPages decisions) {
    this.view = view;
    this.links = links;
    this.decisions = decisions;
  }

  @Override
  public void addTo(JavalinConfig config) {
    Route.LINKED_GATE.serve(config, this::gate);
    Route.LINKED_DECISION.serve(config, this::decide);
  }

  private void gate(Context http) {
    Params params = new Params(http);
    Link link = requireLink(params);
    params.answer(
        view.read(
            projection -> {
              GateProjection gate = projection.gate(link.gateId());
              if (gate == null) {
                view.requireCaughtUp();
                throw ApiException.of(404, "this gate was closed long ago");
              }
              return GateAnswerJson.of(gate, projection, TaskScope.ALL);
            }));
  }

  private void decide(Context http) {
    Link link = requireLink(new Params(http));
    String user = Caller.callerOf(http).map(Caller::user).orElse(null);
    String origin = "link of %s %s".formatted(link.target(), CallerResolver.address(http));
    // the name of a person who is not signed in is only claimed
    String suffix = user == null ? " (by link of %s)".formatted(link.target()) : "";
    decisions.decide(http, link.gateId(), new Decider(TaskScope.ALL, user, suffix, origin));
  }

  /**
   * The link of a request.
   *
   * @throws ApiException 403 for a link that Eddyline did not sign, 410 for an expired one
   */
  private Link requireLink(Params params) {
    Link link =
        new Link(
            params.require(QueryParams.LINK_GATE),
            params.require(QueryParams.LINK_TARGET),
            params.require(QueryParams.LINK_UNTIL));
    if (!links.isSigned(link, params.require(QueryParams.LINK_SIGNATURE))) {
      if (!wrongSignatureLogged.getAndSet(true)) {
        LOG.atWarn()
            .addKeyValue("setting", Setting.SIGNING_SECRET.key())
            .log("rejected decision link with wrong signature, logged once");
      }
      throw ApiException.of(
          403,
          "this link is not complete, is not one of Eddyline's, or was signed with another"
              + " signing.secret than the console's");
    }
    if (DecisionLinks.isExpired(link, Instant.ofEpochMilli(view.now()))) {
      throw ApiException.of(410, "this link has expired: decide in the console");
    }
    return link;
  }
}
