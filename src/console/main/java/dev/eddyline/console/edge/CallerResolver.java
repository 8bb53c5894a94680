package dev.eddyline.console.edge;

import dev.eddyline.access.Grant;
import dev.eddyline.access.NamedToken;
import dev.eddyline.access.Role;
import dev.eddyline.access.TaskScope;
import dev.eddyline.access.TokenFile;
import dev.eddyline.console.edge.RateLimit.Rate;
import dev.eddyline.console.web.ApiException;
import dev.eddyline.http.ClientAddress;
import dev.eddyline.http.ErrorResponse;
import io.javalin.http.Context;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;

/** Identifies callers: another instance, a user, a token, a session, or an anonymous caller. */
public final class CallerResolver {

  static final String SESSION_COOKIE = "eddyline_session";

  private static final String BEARER = "Bearer ";

  private final AccessRules rules;
  private final TokenFile tokens;
  private final Optional<SignInCode> code;
  private final SessionCookies sessions;
  private final PeerSignatures signatures;
  private final RateLimit limit;

  CallerResolver(
      AccessRules rules,
      TokenFile tokens,
      Optional<SignInCode> code,
      SessionCookies sessions,
      PeerSignatures signatures,
      RateLimit limit) {
    this.rules = rules;
    this.tokens = tokens;
    this.code = code;
    this.sessions = sessions;
    this.signatures = signatures;
    this.limit = limit;
  }

  /**
   * Identifies the caller; empty for an unauthenticated one.
   *
   * @throws ApiException 401 for wrong credentials on any route; 429 without a check after too many
   *     wrong ones
   */
  Optional<Caller> identify(Context http) {
    String address = address(http);
    Optional<String> user = rules.proxy().user(http);
    if (user.isPresent()) {
      // credentials that the proxy passes on are ignored
      Grant grant = new Grant(rules.proxy().roles(http), TaskScope.ALL);
      String csrf = sessions.csrf("user", user.get());
      return Optional.of(new Caller(user.get(), null, null, address, csrf, grant, false));
    }
    String authorization = http.header("Authorization");
    Optional<String> peer = credentials(authorization, PeerSignatures.SCHEME);
    if (peer.isPresent()) {
      return Optional.of(authenticatePeerInstance(http, peer.get(), address));
    }
    Optional<String> bearer = bearer(authorization);
    if (bearer.isPresent()) {
      NamedToken token = requireToken(address, bearer.get());
      countQuota(token);
      return Optional.of(new Caller(null, token, null, address, null, token.grant(), false));
    }
    Optional<SessionCookies.Session> session = sessions.find(http.cookie(SESSION_COOKIE));
    if (session.isPresent()) {
      countQuota(session.get().token());
      return Optional.of(callerOfSession(session.get(), address));
    }
    return rules.isOpen() ? Optional.of(anonymousCaller(address)) : Optional.empty();
  }

  /**
   * Refuses a request with a long body that nobody with access sends. It counts wrong tokens, but
   * no quota. Another instance sends no such body.
   */
  Optional<ErrorResponse> refuseByHeader(Request request) {
    if (rules.isOpen() || rules.proxy().user(request).isPresent()) {
      return Optional.empty();
    }
    try {
      Optional<String> bearer = bearer(request.getHeaders().get(HttpHeader.AUTHORIZATION));
      if (bearer.isPresent()) {
        requireToken(ClientAddress.of(request), bearer.get());
      } else if (session(request).isEmpty()) {
        throw unauthenticated();
      }
      return Optional.empty();
    } catch (ApiException refused) {
      return Optional.of(
          new ErrorResponse(
              refused.status(), refused.getMessage(), refused.retryAfter().orElse(0)));
    }
  }

  private Optional<SessionCookies.Session> session(Request request) {
    return Request.getCookies(request).stream()
        .filter(cookie -> cookie.getName().equals(SESSION_COOKIE))
        .findFirst()
        .flatMap(cookie -> sessions.find(cookie.getValue()));
  }

  private Optional<String> bearer(String authorization) {
    return rules.hasTokens() ? credentials(authorization, BEARER) : Optional.empty();
  }

  private static Optional<String> credentials(String given, String scheme) {
    return given != null && given.regionMatches(true, 0, scheme, 0, scheme.length())
        ? Optional.of(given.substring(scheme.length()).strip())
        : Optional.empty();
  }

  private Caller authenticatePeerInstance(Context http, String credentials, String address) {
    String query = http.queryString();
    String scope = Optional.ofNullable(http.header(PeerClient.SCOPE_HEADER)).orElse("");
    PeerSignatures.SignedPeerRequest request =
        new PeerSignatures.SignedPeerRequest(
            http.method().name(),
            http.req().getRequestURI() + (query == null ? "" : "?" + query),
            rules.thisInstanceAddress().orElse(""),
            Optional.ofNullable(http.header(PeerClient.REPLICA_ROLE_HEADER)).orElse(""),
            scope);
    if (!signatures.isSigned(request, credentials)) {
      requireNotGuessing(address);
      throw countWrongTokenAndRejectRequest(address);
    }
    // before anything can fail: errors must be signed too
    http.attribute(PeerSignatures.RESPONSE_SIGNATURE_HEADER, credentials);
    Grant grant = new Grant(Set.of(), TaskScope.parse(scope));
    return new Caller(null, null, null, address, null, grant, true);
  }

  /**
   * The entry of a presented token; on a console without tokens, of the presented code.
   *
   * @throws ApiException 401 for an unknown one, 429 after too many wrong ones
   */
  NamedToken requireToken(String address, String given) {
    if (code.isPresent()) {
      // checked before guesses are limited: others on this machine must not lock the person out
      return code.get().redeem(given).orElseThrow(() -> countWrongTokenAndRejectRequest(address));
    }
    requireNotGuessing(address);
    return tokens
        .current()
        .find(given.strip())
        .orElseThrow(() -> countWrongTokenAndRejectRequest(address));
  }

  private void requireNotGuessing(String address) {
    String tooMany = "too many wrong tokens: try again later";
    limit.requireTokenAvailable(wrongTokenLimitKey(address), Rate.WRONG_ACCESS_TOKENS, tooMany);
  }

  private ApiException countWrongTokenAndRejectRequest(String address) {
    String tooMany = "too many wrong tokens: try again later";
    limit.acquireTokenOrThrow(wrongTokenLimitKey(address), Rate.WRONG_ACCESS_TOKENS, tooMany);
    return unauthenticated();
  }

  private static String wrongTokenLimitKey(String address) {
    return "guesses of " + ClientAddress.ofText(address);
  }

  /** The error for an unauthenticated caller. */
  static ApiException unauthenticated() {
    return ApiException.of(401, "a valid token is required");
  }

  private void countQuota(NamedToken token) {
    if (token.quota() > 0) {
      limit.acquireTokenOrThrow(
          "quota of " + token.name(),
          Rate.perMinute(token.quota()),
          "the token's quota is %d requests a minute".formatted(token.quota()));
    }
  }

  /** The caller of a session. */
  Caller callerOfSession(SessionCookies.Session session, String address) {
    String csrf = sessions.csrf("session", session.cookie());
    NamedToken token = session.token();
    return new Caller(null, token, session, address, csrf, token.grant(), false);
  }

  /** May be an agent: it neither decides nor changes what applies to others. */
  private Caller anonymousCaller(String address) {
    String csrf = sessions.csrf("anybody", "");
    Grant grant = new Grant(EnumSet.of(Role.INGEST, Role.VIEW), TaskScope.ALL);
    return new Caller(null, null, null, address, csrf, grant, false);
  }

  /** Whether a caller still has its access: its token is unchanged and its session is open. */
  public boolean isStillAuthenticated(Caller caller) {
    NamedToken token = caller.token();
    boolean tokenIsThere =
        token == null
            || tokens
                .current()
                .find(token.name(), token.hashPrefix())
                .filter(token::equals)
                .isPresent();
    return tokenIsThere && (caller.session() == null || sessions.isOpen(caller.session()));
  }

  /** The IP address of a request's client. */
  public static String address(Context http) {
    return ClientAddress.of(http.req());
  }
}
