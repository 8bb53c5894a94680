package dev.eddyline.console.edge;

import dev.eddyline.access.Grant;
import dev.eddyline.access.NamedToken;
import dev.eddyline.access.Role;
import dev.eddyline.access.TaskScope;
import dev.eddyline.http.ClientAddress;
import io.javalin.http.Context;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The caller of a request.
 *
 * @param user the signed-in user, or null where nobody is
 * @param token the token of the request or of its session; or null
 * @param session the session of the request's cookie; or null
 * @param address IP address of the client
 * @param csrf CSRF token that its writes need; null where they need none
 * @param grant what it may do
 * @param isPeer whether it is another instance, which calls on behalf of its own caller
 */
public record Caller(
    String user,
    NamedToken token,
    SessionCookies.Session session,
    String address,
    String csrf,
    Grant grant,
    boolean isPeer) {

  private static final String ATTRIBUTE = Caller.class.getName();

  /** Attaches it to the request. */
  public void attach(Context http) {
    http.attribute(ATTRIBUTE, this);
  }

  /** The caller of an authorized request. */
  public static Caller of(Context http) {
    return http.attribute(ATTRIBUTE);
  }

  /**
   * The name of the token that its events carry: empty without a token, null if they may end a task
   * at an open gate.
   */
  @Nullable
  public String ingestToken() {
    if (grant.has(Role.ORCHESTRATE)) {
      return null;
    }
    if (user != null) {
      return user;
    }
    return token == null ? "" : token.name();
  }

  /** The origin of this caller's decisions, for the audit. */
  public String origin() {
    String who = user != null ? user : token == null ? "" : "token " + token.name();
    return (who + " " + address).strip();
  }

  /** The caller of a request; empty for an unauthenticated one. */
  public static Optional<Caller> callerOf(Context http) {
    return Optional.ofNullable(of(http));
  }

  /** The tasks that it may see, write and decide on. */
  public TaskScope scope() {
    return grant.scope();
  }

  /** Whether it is not signed in, on a console that needs no sign-in. */
  boolean isAnonymous() {
    return user == null && token == null && !isPeer;
  }

  /** Key for rate limits: all sessions of a token on one network count together. */
  public String rateLimitKey() {
    if (user != null) {
      return "user " + user;
    }
    return token == null ? rateLimitKey(address) : "token " + token.name() + " of " + network();
  }

  /** Key for limits of what it publishes: all tokens of a name count together, on any network. */
  public String quotaKey() {
    return token == null ? rateLimitKey() : "token " + token.name();
  }

  /** Key for rate limits of a caller without credentials. */
  static String rateLimitKey(String address) {
    return "address " + ClientAddress.ofText(address);
  }

  /** The address or network of the client, as {@link ClientAddress} names it. */
  public String network() {
    return ClientAddress.ofText(address);
  }

  /** Key for the feed limit: the session, or else the rate limit key. */
  public String feedLimitKey() {
    return session == null ? rateLimitKey() : "session " + session.id();
  }
}
