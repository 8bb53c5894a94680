package dev.eddyline.console;

import io.javalin.http.Context;

/**
 * Who asks.
 *
 * @param user the signed-in user, or null where nobody is
 * @param session names the session, where a cookie of one was brought; else null
 * @param address IP address that the request came from
 * @param csrf token that its writes must carry; null where they need none
 */
record Caller(String user, String session, String address, String csrf) {

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
    return user == null ? address : user + " " + address;
  }

  /** Whose writes and feeds are counted together: many may share an address. */
  String key() {
    if (user != null) {
      return "user " + user;
    }
    return session == null ? "address " + address : "session " + session;
  }
}
