package dev.eddyline.console.edge;

import dev.eddyline.access.Grant;
import dev.eddyline.access.NamedToken;
import dev.eddyline.access.Role;
import dev.eddyline.console.json.SessionJson;
import dev.eddyline.console.web.ApiException;
import dev.eddyline.console.web.FlatBody;
import dev.eddyline.console.web.Pages;
import dev.eddyline.console.web.Params;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.SameSite;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Shows, begins and ends sessions of browsers. */
final class SessionPages implements Pages {

  private final AccessRules rules;
  private final CallerResolver callers;
  private final SessionCookies sessions;
  private final Consumer<SessionCookies.Session> ended;
  private final Optional<TraceUrl> traceUrl;

  /**
   * Creates the pages.
   *
   * @param ended receives each session that is ended here
   * @param traceUrl the address of traces, which signed-in callers get; empty for none
   */
  SessionPages(
      AccessRules rules,
      CallerResolver callers,
      SessionCookies sessions,
      Consumer<SessionCookies.Session> ended,
      Optional<TraceUrl> traceUrl) {
    this.rules = rules;
    this.callers = callers;
    this.sessions = sessions;
    this.ended = ended;
    this.traceUrl = traceUrl;
  }

  @Override
  public void addTo(JavalinConfig config) {
    Route.SHOW_SESSION.serve(config, http -> answer(http, Caller.callerOf(http)));
    Route.BEGIN_SESSION.serve(config, this::begin);
    Route.END_SESSION.serve(config, this::end);
    Route.REVOKE_SESSION.serve(config, this::revoke);
  }

  private void answer(Context http, Optional<Caller> caller) {
    List<Role> roles =
        caller.map(Caller::grant).map(Grant::roles).orElse(Set.of()).stream().sorted().toList();
    Set<String> workflows = caller.map(it -> it.scope().workflows()).orElse(Set.of());
    new Params(http)
        .answer(
            new SessionJson(
                caller.map(Caller::user).orElse(null),
                caller.map(Caller::token).map(NamedToken::name).orElse(null),
                roles,
                workflows.stream().sorted().toList(),
                caller.map(it -> it.scope().taskPrefix()).orElse(""),
                caller.map(Caller::csrf).orElse(null),
                caller.isEmpty(),
                caller.flatMap(it -> traceUrl).map(TraceUrl::template).orElse(null)));
  }

  private void begin(Context http) {
    String given = FlatBody.read(http, SessionJson.Begin.class).text("token", Integer.MAX_VALUE);
    if (given.isEmpty()) {
      throw ApiException.field("token", "token is required, a string");
    }
    NamedToken token = callers.requireToken(CallerResolver.address(http), given);
    if (!token.grant().has(Role.VIEW)) {
      throw ApiException.header(
          403, "token", "this token may not read: a session needs the role view");
    }
    SessionCookies.Session session = sessions.begin(token);
    http.cookie(cookie(http, session.cookie(), (int) SessionCookies.SESSION_LIFETIME.toSeconds()));
    answer(http, Optional.of(callers.callerOfSession(session, CallerResolver.address(http))));
  }

  private void end(Context http) {
    Caller.callerOf(http)
        .map(Caller::session)
        .ifPresent(
            session -> {
              sessions.revoke(session.id(), session.until());
              ended.accept(session);
            });
    http.cookie(cookie(http, "", 0));
    http.status(204);
  }

  /** Revokes a session that another instance has ended. */
  private void revoke(Context http) {
    Params params = new Params(http);
    sessions.revoke(params.require(QueryParams.SESSION), params.read(QueryParams.UNTIL).orElse(0L));
    http.status(204);
  }

  /** The cookie is secure, unless the browser is on this machine and uses plain HTTP. */
  private Cookie cookie(Context http, String value, int seconds) {
    boolean secure =
        rules.tls()
            || !rules.loopback()
            || http.req().isSecure()
            || rules.isReachedOverTls(http.header("Origin"), http.header("Host"));
    return new Cookie(
        CallerResolver.SESSION_COOKIE, value, "/", seconds, secure, true, null, SameSite.STRICT);
  }
}
