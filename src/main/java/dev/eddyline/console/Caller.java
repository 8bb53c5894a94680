package dev.eddyline.console;

import dev.eddyline.access.Grant;
import dev.eddyline.access.NamedToken;
import dev.eddyline.access.Role;
import dev.eddyline.access.TaskScope;
import dev.eddyline.http.ClientAddress;
import io.javalin.http.Context;
import java.util.EnumSet;
import java.util.Optional;

/**
 * Who asks.
 *
 * @param user the signed-in user, or null where nobody is
 * @param token the token that was brought, or that began the session; or null
 * @param session the session, where a cookie of one was brought; else null
 * @param address IP address of the client
 * @param csrf token that its writes must carry; null where they need none
 * @param grant what it may do
 * @param isPeer whether it is another instance, which asks for a caller of its own
 */
record Caller(
    String user,
    NamedToken token,
    SessionCookies.Session session,
    String address,
    String csrf,
    Grant grant,
    boolean isPeer) {

  private static final String ATTRIBUTE = Caller.class.getName();

  /** Remembers it with the request. */
  void attach(Context http) {
    http.attribute(ATTRIBUTE, this);
  }

  /** The caller of a request that was let in. */
  static Caller of(Context http) {
    return http.attribute(ATTRIBUTE);
  }

  /** Where a decision of this caller was made: as its audit record says. */
  String origin() {
    String who = user != null ? user : token == null ? "" : "token " + token.name();
    return (who + " " + address).strip();
  }

  /** The caller of a request; empty where nobody knows who it is. */
  static Optional<Caller> ifAny(Context http) {
    return Optional.ofNullable(of(http));
  }

  /** The tasks that it may see, write and decide on. */
  TaskScope scope() {
    return grant.scope();
  }

  /** Whether nobody signed in, where that is not needed. */
  boolean isAnybody() {
    return user == null && token == null && !isPeer;
  }

  /** The same caller, who may publish events and decide nothing. */
  Caller withoutDecisions() {
    Grant events = new Grant(EnumSet.of(Role.INGEST), grant.scope());
    return new Caller(user, token, session, address, csrf, events, isPeer);
  }

  /** Whose requests are counted together: a token begins any number of sessions. */
  String key() {
    if (user != null) {
      return "user " + user;
    }
    return token == null ? key(address) : "token " + token.name() + " of " + network();
  }

  /** Whose requests are counted together where only their address is known. */
  static String key(String address) {
    return "address " + ClientAddress.ofText(address);
  }

  /** The address, or the network that one client owns, under which it is counted. */
  String network() {
    return ClientAddress.ofText(address);
  }

  /** Whose feeds are counted together: those of one browser, where it has a session. */
  String feedKey() {
    return session == null ? key() : "session " + session.id();
  }
}
