package dev.eddyline.console.edge;

import dev.eddyline.console.edge.RateLimit.Rate;
import dev.eddyline.console.web.ApiException;
import dev.eddyline.console.web.Pages;
import dev.eddyline.http.HttpListener;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.router.Endpoint;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Checks each request: identity, access rule, rate limit, CSRF token. */
final class AccessGuard implements Pages {

  /** Header in which a browser repeats the token of its session. */
  static final String CSRF_HEADER = "X-Csrf-Token";

  /** A web page would need a preflight request for these content types. */
  private static final Set<String> PROGRAM_TYPES =
      Set.of(
          "application/json",
          "application/x-ndjson",
          "application/jsonl",
          "application/x-protobuf");

  private static final String HOW_TO_SIGN_IN =
      ": sign in with the code that Eddyline printed at its start";

  private static final Set<HandlerType> READS =
      Set.of(HandlerType.GET, HandlerType.HEAD, HandlerType.OPTIONS);

  private final AccessRules rules;
  private final CallerResolver callers;
  private final SessionCookies sessions;
  private final PeerSignatures signatures;
  private final RateLimit limit;

  AccessGuard(
      AccessRules rules,
      CallerResolver callers,
      SessionCookies sessions,
      PeerSignatures signatures,
      RateLimit limit) {
    this.rules = rules;
    this.callers = callers;
    this.sessions = sessions;
    this.signatures = signatures;
    this.limit = limit;
  }

  @Override
  public void addTo(JavalinConfig config) {
    HttpListener.checkHeaders(config.jetty, callers::refuseByHeader);
    config.routes.before(this::identify);
    config.routes.beforeMatched(this::authorize);
    config.routes.after(this::signPeerResponse);
    config.events.serverStarting(
        () ->
            requireRoutes(
                config.unsafe.internalRouter.allHttpHandlers().stream()
                    .map(handler -> handler.endpoint)
                    .toList()));
  }

  /**
   * Checks that every endpoint has an access rule.
   *
   * @throws IllegalStateException for an endpoint without one
   */
  static void requireRoutes(List<Endpoint> endpoints) {
    endpoints.stream()
        .filter(endpoint -> endpoint.method.isHttpMethod())
        .filter(endpoint -> Route.of(endpoint).isEmpty())
        .findFirst()
        .ifPresent(
            open -> {
              throw new IllegalStateException(
                  "%s %s has no access rule: register it through Route"
                      .formatted(open.method.name(), open.path));
            });
  }

  /** Identifies the caller. Wrong credentials are rejected on every route. */
  private void identify(Context http) {
    Optional<Caller> caller = callers.identify(http);
    // a request with a token or signature does not come from a web page: any Host is fine
    boolean bringsProof = caller.filter(it -> it.isPeer() || isBearer(it)).isPresent();
    if (!bringsProof && !rules.isConsoleHostHeader(http.header("Host"))) {
      throw ApiException.header(
          421, "Host", "this console is not known by that name: add it to http.names");
    }
    caller.ifPresent(it -> it.attach(http));
  }

  private static boolean isBearer(Caller caller) {
    return caller.token() != null && caller.session() == null;
  }

  private void authorize(Context http) {
    boolean reads = READS.contains(http.method());
    Optional<Caller> caller = Caller.callerOf(http);
    if (caller.filter(Caller::isPeer).isEmpty()) {
      String key =
          caller
              .map(Caller::rateLimitKey)
              .orElseGet(() -> Caller.rateLimitKey(CallerResolver.address(http)));
      boolean isEvents = Route.of(http).filter(Route::isForMachines).isPresent();
      String what = reads ? "reads" : isEvents ? "events" : "writes";
      boolean isTelemetry = Route.of(http).filter(Route::isTelemetry).isPresent();
      Rate events = isTelemetry ? Rate.TELEMETRY : Rate.EVENTS;
      Rate rate = reads ? Rate.READS : isEvents ? events : Rate.WRITES;
      limit.acquireTokenOrThrow(
          what + " of " + key, rate, "too many %s: try again later".formatted(what));
    }
    if (http.method().equals(HandlerType.HEAD)) {
      // answered without a handler, and without a body
      return;
    }
    Route route = Route.of(http).orElseThrow(() -> ApiException.of(404, "no such page"));
    if (!route.accessRule().admits(caller)) {
      throw accessDenied(route, caller);
    }
    if (!reads) {
      checkWrite(http, route, caller);
    }
    if (route.isForMachines() && !route.isTelemetry()) {
      limit.acquireTokensOrThrow(
          "bytes of " + Caller.of(http).quotaKey(),
          Rate.EVENT_BYTES,
          HttpListener.bodyBytes(http.req()),
          "too many bytes: a caller may send 4 MB with events a second, and 16 MB at once");
    }
  }

  private static ApiException accessDenied(Route route, Optional<Caller> caller) {
    if (caller.isEmpty()) {
      return CallerResolver.unauthenticated();
    }
    return route
        .accessRule()
        .role()
        .map(
            role ->
                ApiException.of(
                    403,
                    "this needs the role %s%s"
                        .formatted(role.word(), caller.get().isAnonymous() ? HOW_TO_SIGN_IN : "")))
        .orElseGet(() -> ApiException.of(403, "this is for other instances only"));
  }

  private void checkWrite(Context http, Route route, Optional<Caller> caller) {
    String origin = http.header("Origin");
    if (origin != null && !rules.isAllowedOrigin(origin, http.header("Host"))) {
      throw ApiException.header(403, "Origin", "a page of another origin may not write here");
    }
    String csrf = caller.map(Caller::csrf).orElse(null);
    boolean begins = route == Route.BEGIN_SESSION;
    if (begins || csrf == null || sessions.isCsrf(http.header(CSRF_HEADER), csrf)) {
      return;
    }
    if (route.isForMachines()
        && caller.filter(Caller::isAnonymous).isPresent()
        && mayBeLocalProgram(http)) {
      if (isProgramType(http.contentType())) {
        return;
      }
      throw ApiException.header(
          415, "Content-Type", "Content-Type must be one of a program, such as application/json");
    }
    throw ApiException.header(
        403,
        CSRF_HEADER,
        "the header %s must hold the csrf of GET /api/v1/session%s"
            .formatted(
                CSRF_HEADER,
                route.isForMachines()
                    ? "; a program on this machine needs none with content-type application/json"
                    : ""));
  }

  /**
   * Whether the request may come from a program on this machine. A web page would send its origin,
   * or need a preflight request for the content type of a program.
   */
  private boolean mayBeLocalProgram(Context http) {
    return rules.loopback()
        && rules.isLoopbackName(http.header("Host"))
        && http.header("Origin") == null
        && http.header("Sec-Fetch-Site") == null;
  }

  private static boolean isProgramType(String type) {
    return type != null
        && PROGRAM_TYPES.contains(type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT));
  }

  /** Signs the answer to another instance. */
  private void signPeerResponse(Context http) throws IOException {
    String credentials = http.attribute(PeerSignatures.RESPONSE_SIGNATURE_HEADER);
    if (credentials == null) {
      return;
    }
    byte[] body = new byte[0];
    InputStream result = http.resultInputStream();
    if (result != null) {
      body = result.readAllBytes();
      http.result(body);
    }
    http.header(
        PeerSignatures.RESPONSE_SIGNATURE_HEADER,
        signatures.signResponse(credentials, http.statusCode(), body));
  }
}
