package dev.eddyline.console.edge;

import static io.javalin.http.HandlerType.DELETE;
import static io.javalin.http.HandlerType.GET;
import static io.javalin.http.HandlerType.POST;

import dev.eddyline.access.Role;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import io.javalin.router.Endpoint;
import io.javalin.security.Roles;
import io.javalin.security.RouteRole;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The routes of console and API. Each has an access rule: who may call it, and how its answer is
 * narrowed to the caller's scope. Each also declares its parameters and answers. A handler can only
 * be registered through its route.
 */
@SuppressWarnings("ImmutableEnumChecker") // a method is a record of its name
public enum Route implements RouteRole {
  PAGES(
      GET,
      RouteAccess.EVERYBODY,
      ScopeHandling.NONE,
      Operation.PAGE,
      "/",
      "/tasks",
      "/task",
      "/gates",
      "/graphs",
      "/patterns",
      "/policies",
      "/input-problems",
      "/audit"),
  LINK_PAGE(
      GET,
      RouteAccess.EVERYBODY,
      ScopeHandling.NONE,
      Operation.internal().withQueryParams(QueryParams.OF_LINK),
      "/decide"),
  ASSETS(GET, RouteAccess.EVERYBODY, ScopeHandling.NONE, Operation.PAGE, "/assets/<file>"),
  API_DOCUMENT(
      GET,
      RouteAccess.EVERYBODY,
      ScopeHandling.NONE,
      Operations.API_DOCUMENT,
      "/api/v1/openapi.json"),
  SHOW_SESSION(
      GET, RouteAccess.EVERYBODY, ScopeHandling.NONE, Operations.SHOW_SESSION, "/api/v1/session"),
  BEGIN_SESSION(
      POST, RouteAccess.EVERYBODY, ScopeHandling.NONE, Operations.BEGIN_SESSION, "/api/v1/session"),
  END_SESSION(
      DELETE, RouteAccess.EVERYBODY, ScopeHandling.NONE, Operations.END_SESSION, "/api/v1/session"),
  REVOKE_SESSION(
      POST,
      RouteAccess.PEER,
      ScopeHandling.NONE,
      Operation.internal(QueryParams.SESSION, QueryParams.UNTIL),
      "/peer/revocation"),
  STATUS(GET, RouteAccess.ADMIN_OR_PEER, ScopeHandling.NONE, Operation.internal(), "/status"),
  OVERVIEW(GET, RouteAccess.VIEW, ScopeHandling.ITEMS, Operations.OVERVIEW, "/api/v1/overview"),
  FEED(GET, RouteAccess.VIEW, ScopeHandling.ITEMS, Operations.FEED, "/api/v1/feed"),
  RECENT(GET, RouteAccess.VIEW, ScopeHandling.ITEMS, Operations.RECENT, "/api/v1/feed/recent"),
  TASKS(GET, RouteAccess.VIEW, ScopeHandling.ITEMS, Operations.TASKS, "/api/v1/tasks"),
  TASK(GET, RouteAccess.VIEW_OR_PEER, ScopeHandling.ONE, Operations.TASK, "/api/v1/task"),
  EXPLANATION(
      GET, RouteAccess.VIEW, ScopeHandling.ONE, Operations.EXPLANATION, "/api/v1/task/explanation"),
  LEADER_CONTEXT(
      GET,
      RouteAccess.VIEW,
      ScopeHandling.ONE,
      Operations.LEADER_CONTEXT,
      "/api/v1/leader-context"),
  VERDICTS(GET, RouteAccess.VIEW, ScopeHandling.ITEMS, Operations.VERDICTS, "/api/v1/verdicts"),
  VERDICT(GET, RouteAccess.VIEW, ScopeHandling.ONE, Operations.VERDICT, "/api/v1/verdict"),
  GATES(GET, RouteAccess.VIEW, ScopeHandling.ITEMS, Operations.GATES, "/api/v1/gates"),
  GATE_CAUSES(
      GET, RouteAccess.VIEW, ScopeHandling.ITEMS, Operations.GATE_CAUSES, "/api/v1/gates/causes"),
  GATE(GET, RouteAccess.VIEW, ScopeHandling.ONE, Operations.GATE, "/api/v1/gate"),
  PATTERNS(
      GET, RouteAccess.VIEW, ScopeHandling.ITEMS, PatternOperations.PATTERNS, "/api/v1/patterns"),
  POLICIES(GET, RouteAccess.VIEW, ScopeHandling.ITEMS, Operations.POLICIES, "/api/v1/policies"),
  POLICY_DRAFT(
      GET,
      RouteAccess.ADMIN,
      ScopeHandling.NONE,
      PatternOperations.POLICY_DRAFT,
      "/api/v1/policies/draft"),
  POLICY_PREVIEW(
      POST,
      RouteAccess.ADMIN,
      ScopeHandling.NONE,
      PatternOperations.POLICY_PREVIEW,
      "/api/v1/policies/preview"),
  PUT_POLICY(
      POST,
      RouteAccess.ADMIN,
      ScopeHandling.NONE,
      PatternOperations.PUT_POLICY,
      "/api/v1/policies"),
  GRAPHS(GET, RouteAccess.VIEW, ScopeHandling.ITEMS, Operations.GRAPHS, "/api/v1/graphs"),
  GRAPH(GET, RouteAccess.VIEW, ScopeHandling.ONE, Operations.GRAPH, "/api/v1/graph"),
  INPUT_PROBLEMS(
      GET,
      RouteAccess.VIEW,
      ScopeHandling.ITEMS,
      Operations.INPUT_PROBLEMS,
      "/api/v1/input-problems"),
  INPUT_PROBLEM_CAUSES(
      GET,
      RouteAccess.VIEW,
      ScopeHandling.ITEMS,
      Operations.INPUT_PROBLEM_CAUSES,
      "/api/v1/input-problems/causes"),
  AUDIT(GET, RouteAccess.VIEW, ScopeHandling.ITEMS, AuditOperations.LIST, "/api/v1/audit"),
  AUDIT_EXPORT(
      GET, RouteAccess.VIEW, ScopeHandling.ITEMS, AuditOperations.EXPORT, "/api/v1/audit/export"),
  DECISION(
      POST, RouteAccess.DECIDE, ScopeHandling.ONE, Operations.DECISION, "/api/v1/gate/decision"),
  LINKED_GATE(
      GET,
      RouteAccess.EVERYBODY,
      ScopeHandling.NONE,
      Operations.LINKED_GATE,
      "/api/v1/linked-gate"),
  LINKED_DECISION(
      POST,
      RouteAccess.EVERYBODY,
      ScopeHandling.NONE,
      Operations.LINKED_DECISION,
      "/api/v1/linked-gate/decision"),
  EVENTS(POST, RouteAccess.INGEST, ScopeHandling.WRITES, IngestOperations.EVENTS, "/api/v1/events"),
  HOOKS(
      POST,
      RouteAccess.INGEST,
      ScopeHandling.WRITES,
      IngestOperations.HOOKS,
      "/api/v1/hooks/<tool>"),
  OTLP_TRACES(POST, RouteAccess.INGEST, ScopeHandling.WRITES, Operation.internal(), "/v1/traces"),
  OTLP_LOGS(POST, RouteAccess.INGEST, ScopeHandling.WRITES, Operation.internal(), "/v1/logs");

  /** Who may call a route. */
  enum RouteAccess {
    EVERYBODY(null, false),
    INGEST(Role.INGEST, false),
    VIEW(Role.VIEW, false),
    DECIDE(Role.DECIDE, false),
    VIEW_OR_PEER(Role.VIEW, true),
    ADMIN(Role.ADMIN, false),
    ADMIN_OR_PEER(Role.ADMIN, true),
    PEER(null, true);

    private final Role role;
    private final boolean admitsPeers;

    RouteAccess(Role role, boolean admitsPeers) {
      this.role = role;
      this.admitsPeers = admitsPeers;
    }

    /** The role that a caller needs; empty where no role is needed, or none suffices. */
    Optional<Role> role() {
      return Optional.ofNullable(role);
    }

    /** Whether another instance may call it. */
    boolean admitsPeers() {
      return admitsPeers;
    }

    /** Whether this caller may call the route; empty for an unauthenticated caller. */
    boolean admits(Optional<Caller> caller) {
      return this == EVERYBODY || caller.filter(this::admits).isPresent();
    }

    private boolean admits(Caller caller) {
      if (caller.isPeer()) {
        return admitsPeers;
      }
      // a console without tokens hides its status from nobody
      return role != null && caller.grant().has(role)
          || this == ADMIN_OR_PEER && caller.isAnonymous();
    }
  }

  /** How a route handles a caller whose scope does not cover all tasks. */
  enum ScopeHandling {
    /** The answer does not depend on tasks. */
    NONE,
    /** Lists, figures and streams contain covered items only. */
    ITEMS,
    /** An item outside the scope is answered as if it did not exist. */
    ONE,
    /** Writes outside the scope are rejected, naming the field. */
    WRITES
  }

  private final HandlerType method;
  private final RouteAccess accessRule;
  private final ScopeHandling scopeHandling;
  private final Operation operation;
  private final List<String> paths;

  Route(
      HandlerType method,
      RouteAccess accessRule,
      ScopeHandling scopeHandling,
      Operation operation,
      String... paths) {
    this.method = method;
    this.accessRule = accessRule;
    this.scopeHandling = scopeHandling;
    this.operation = operation;
    this.paths = List.of(paths);
  }

  /** Whether programs call it, which have no session. */
  boolean isForMachines() {
    return accessRule == RouteAccess.INGEST;
  }

  /** Whether SDKs of OpenTelemetry call it, on a port of its own. */
  boolean isTelemetry() {
    return this == OTLP_TRACES || this == OTLP_LOGS;
  }

  HandlerType method() {
    return method;
  }

  RouteAccess accessRule() {
    return accessRule;
  }

  ScopeHandling scopeHandling() {
    return scopeHandling;
  }

  Operation operation() {
    return operation;
  }

  /** The paths that it serves. */
  public List<String> paths() {
    return paths;
  }

  /** Registers the handler of the route. */
  public void serve(JavalinConfig config, Handler handler) {
    Handler checked =
        http -> {
          operation.checkQuery(http);
          handler.handle(http);
        };
    paths.forEach(path -> config.routes.addHttpHandler(method, path, checked, this));
  }

  /** The route of a request; empty where it has none. */
  public static Optional<Route> of(Context http) {
    return routes(http.routeRoles().stream());
  }

  /** The route of a registered endpoint; empty where it has none. */
  static Optional<Route> of(Endpoint endpoint) {
    Roles roles = endpoint.metadata(Roles.class);
    return roles == null ? Optional.empty() : routes(roles.getRoles().stream());
  }

  private static Optional<Route> routes(Stream<RouteRole> roles) {
    return roles.filter(Route.class::isInstance).map(Route.class::cast).findFirst();
  }
}
