package dev.eddyline.console;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.HandlerType;
import io.javalin.http.SameSite;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Lets in who may use the API, and gives sessions to those who bring the token. */
final class Guard implements Pages {

  static final String CSRF = "X-Csrf-Token";
  static final String SESSION = "/api/v1/session";
  private static final String COOKIE = "eddyline_session";
  private static final String BEARER = "Bearer ";
  private static final Duration SESSION_LENGTH = Duration.ofHours(12);

  /** Answered to anybody; what a session gives is checked there. */
  private static final Set<String> OPEN = Set.of(SESSION, "/api/v1/openapi.json");

  private static final Set<HandlerType> READS =
      Set.of(HandlerType.GET, HandlerType.HEAD, HandlerType.OPTIONS);

  private final AccessRules rules;
  private final Seals seals;
  private final WriteLimit limit;
  private final InstantSource clock;

  Guard(AccessRules rules, WriteLimit limit, InstantSource clock) {
    this.rules = rules;
    this.limit = limit;
    this.clock = clock;
    seals = new Seals(rules.token());
  }

  @Override
  public void addTo(JavalinConfig config) {
    config.routes.before(this::checkToken);
    config.routes.before(this::checkName);
    config.routes.before("/api/*", this::check);
    // it names tasks and instances
    config.routes.before("/status", this::check);
    config.routes.get(SESSION, this::tell);
    config.routes.post(SESSION, this::begin);
    config.routes.delete(SESSION, this::end);
  }

  /** Refuses a wrong token wherever it is brought; other schemes are somebody else's business. */
  private void checkToken(Context http) {
    if (bearer(http).isPresent() && !hasToken(http)) {
      throw wrong(http, refused(http));
    }
  }

  /** Who guesses wrong too often from one address is only told to wait. */
  private ApiException wrong(Context http, ApiException refused) {
    return limit.take("guesses of " + address(http))
        ? refused
        : tooMany("too many wrong tokens: try again in a second");
  }

  private void checkName(Context http) {
    if (!rules.isOurName(http.header("Host")) && !hasToken(http)) {
      throw ApiException.header(
          421, "Host", "this console is not known by that name: add it to http.names");
    }
  }

  private void check(Context http) {
    Optional<Caller> caller = caller(http);
    boolean open = OPEN.contains(http.path());
    if (caller.isEmpty() && !open) {
      throw refused(http);
    }
    caller.ifPresent(it -> it.attach(http));
    if (!READS.contains(http.method())) {
      checkWrite(http, caller, open);
    }
  }

  private void checkWrite(Context http, Optional<Caller> caller, boolean open) {
    String origin = http.header("Origin");
    if (origin != null && !rules.isOurOrigin(origin, http.header("Host"))) {
      throw ApiException.header(403, "Origin", "a page from elsewhere may not write here");
    }
    if (!http.path().equals(SESSION)) {
      // there wrong tokens are counted
      take(caller.map(Caller::key).orElse("address " + address(http)));
    }
    String csrf = caller.map(Caller::csrf).orElse(null);
    String given = http.header(CSRF);
    if (!open && csrf != null && (given == null || !Seals.equal(csrf, given))) {
      throw ApiException.header(
          403, CSRF, "the header " + CSRF + " must hold the csrf of GET " + SESSION);
    }
  }

  private void take(String key) {
    if (!limit.take(key)) {
      throw tooMany("too many writes: try again in a second");
    }
  }

  private static ApiException tooMany(String error) {
    return ApiException.of(429, error).after(1);
  }

  private static ApiException refused(Context http) {
    http.header("WWW-Authenticate", "Bearer");
    return ApiException.of(401, "a valid token is required");
  }

  /** Whether the request itself brings the token: no page of a browser's does. */
  private boolean hasToken(Context http) {
    return bearer(http).filter(this::isToken).isPresent();
  }

  private boolean isToken(String given) {
    return !rules.token().isEmpty() && Seals.equal(rules.token(), given.strip());
  }

  /** What is brought as a token; of whom a proxy has signed in, none is asked for nor looked at. */
  private Optional<String> bearer(Context http) {
    String given = http.header("Authorization");
    return !rules.token().isEmpty()
            && given != null
            && given.regionMatches(true, 0, BEARER, 0, BEARER.length())
            && signedIn(http).isEmpty()
        ? Optional.of(given.substring(BEARER.length()))
        : Optional.empty();
  }

  /** The user that a trusted proxy names. */
  private Optional<String> signedIn(Context http) {
    return rules.userHeader().isEmpty() || !rules.proxies().contains(address(http))
        ? Optional.empty()
        : Optional.ofNullable(http.header(rules.userHeader()))
            .map(String::strip)
            .filter(user -> !user.isEmpty());
  }

  private static String address(Context http) {
    return http.ip().replaceAll("[\\[\\]]", "");
  }

  /** Who asks, if it may. */
  private Optional<Caller> caller(Context http) {
    String address = address(http);
    Optional<String> user = signedIn(http);
    if (user.isPresent()) {
      String csrf = seals.csrf("user " + user.get());
      return Optional.of(new Caller(user.get(), null, address, csrf));
    }
    if (hasToken(http)) {
      return Optional.of(new Caller(null, null, address, null));
    }
    String cookie = http.cookie(COOKIE);
    if (!rules.token().isEmpty() && seals.isSession(cookie, clock.millis())) {
      return Optional.of(ofSession(cookie, address));
    }
    return rules.isOpen()
        ? Optional.of(new Caller(null, null, address, seals.csrf("anybody")))
        : Optional.empty();
  }

  private Caller ofSession(String cookie, String address) {
    String csrf = seals.csrf("session " + cookie);
    return new Caller(null, csrf, address, csrf);
  }

  private void tell(Context http) {
    answer(http, Optional.ofNullable(Caller.of(http)));
  }

  private void answer(Context http, Optional<Caller> caller) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("user", caller.map(Caller::user).orElse(null));
    json.put("mayWrite", caller.isPresent());
    json.put("csrf", caller.map(Caller::csrf).orElse(null));
    json.put("requiresToken", caller.isEmpty());
    new Params(http).answer(json);
  }

  private void begin(Context http) {
    String token = FlatBody.read(http, List.of("token")).text("token", Integer.MAX_VALUE);
    if (!isToken(token)) {
      throw wrong(http, ApiException.header(401, "token", "this is not the token of http.token"));
    }
    String session = seals.session(clock.millis() + SESSION_LENGTH.toMillis());
    http.cookie(cookie(session, (int) SESSION_LENGTH.toSeconds()));
    answer(http, Optional.of(ofSession(session, address(http))));
  }

  private void end(Context http) {
    http.cookie(cookie("", 0));
    http.status(204);
  }

  /** Only ever sent over TLS, unless nobody elsewhere can reach this server. */
  private Cookie cookie(String value, int seconds) {
    boolean secure = !rules.loopback();
    return new Cookie(COOKIE, value, "/", seconds, secure, true, null, SameSite.STRICT);
  }
}
