package dev.eddyline.console.edge;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.access.Role;
import dev.eddyline.console.web.ErrorJson;
import dev.eddyline.console.web.EventSplitter;
import dev.eddyline.console.web.Param;
import dev.eddyline.console.web.RequestBodies;
import io.javalin.http.HandlerType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The OpenAPI document of the routes that have a summary. */
final class ApiPaths {

  private static final String DESCRIPTION =
      "Times are epoch milliseconds, symbols are in lower case, absent values are null. The console"
          + " is open on loopback unless http.tokens, http.token or http.user.header is set."
          + " `x-role` is the role that a caller needs; admin includes view and decide. A caller"
          + " whose token names workflows or a taskPrefix gets these tasks only. Lists and figures leave out the"
          + " rest. The answer for an id of another task is 404; for an event of another task it is"
          + " 403 and names the field. A query parameter that an operation does not declare is"
          + " answered 400. A method that a path does not have is answered 405 with the header Allow;"
          + " an unauthenticated caller gets 404.";

  private static final Pattern PATH_PARAM = Pattern.compile("<([a-zA-Z]+)>");
  private static final String TOKEN = "token";
  private static final String SESSION = "session";
  private static final String CSRF = "csrf";
  private static final int RETRY_LATER = 429;
  private static final int UNAVAILABLE = 503;

  private final ApiSchemas schemas = new ApiSchemas();
  private final ObjectNode document = RequestBodies.JSON.createObjectNode();

  /** The document. */
  ObjectNode document() {
    document.put("openapi", "3.1.0");
    document
        .putObject("info")
        .put("title", "Eddyline")
        .put("version", "1")
        .put("description", DESCRIPTION);
    ObjectNode paths = document.putObject("paths");
    for (Route route : Route.values()) {
      if (!route.operation().summary().isEmpty()) {
        for (String path : route.paths()) {
          Matcher param = PATH_PARAM.matcher(path);
          ObjectNode item = paths.withObjectProperty(param.replaceAll("{$1}"));
          operation(item.putObject(method(route)), route, path);
        }
      }
    }
    ObjectNode components = document.putObject("components");
    components.set("schemas", schemas.definitions());
    schemes(components.putObject("securitySchemes"));
    return document;
  }

  private static String method(Route route) {
    return route.method().name().toLowerCase(Locale.ROOT);
  }

  private static void schemes(ObjectNode schemes) {
    schemes.putObject(TOKEN).put("type", "http").put("scheme", "bearer");
    schemes
        .putObject(SESSION)
        .put("type", "apiKey")
        .put("in", "cookie")
        .put("name", CallerResolver.SESSION_COOKIE);
    schemes
        .putObject(CSRF)
        .put("type", "apiKey")
        .put("in", "header")
        .put("name", AccessGuard.CSRF_HEADER)
        .put("description", "The `csrf` of `GET /api/v1/session`, besides a session's cookie.");
  }

  private void operation(ObjectNode json, Route route, String path) {
    Operation operation = route.operation();
    json.put("operationId", id(route)).put("summary", operation.summary());
    if (!operation.description().isEmpty()) {
      json.put("description", operation.description());
    }
    route.accessRule().role().map(Role::word).ifPresent(role -> json.put("x-role", role));
    ArrayNode params = json.putArray("parameters");
    Matcher inPath = PATH_PARAM.matcher(path);
    while (inPath.find()) {
      params
          .addObject()
          .put("name", inPath.group(1))
          .put("in", "path")
          .put("required", true)
          .putObject("schema")
          .put("type", "string");
    }
    operation.params().forEach(param -> param(params.addObject(), param, "query"));
    operation.headers().forEach(param -> param(params.addObject(), param, "header"));
    operation.body().ifPresent(body -> body(json.putObject("requestBody"), body));
    responses(json.putObject("responses"), route);
    security(json.putArray("security"), route);
  }

  /** The name of a route in camel case. */
  private static String id(Route route) {
    String name =
        Arrays.stream(route.name().toLowerCase(Locale.ROOT).split("_"))
            .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
            .collect(Collectors.joining());
    return name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
  }

  private void param(ObjectNode json, Param<?> param, String in) {
    json.put("name", param.name()).put("in", in).put("required", param.required());
    json.put("description", param.description());
    ObjectNode schema = schemas.of(param.type());
    json.set("schema", schema);
    param
        .limits()
        .forEach((keyword, value) -> schema.set(keyword, RequestBodies.JSON.valueToTree(value)));
  }

  private void body(ObjectNode json, Operation.Body body) {
    ObjectNode content = json.put("required", true).putObject("content");
    ObjectNode media = content.putObject("application/json");
    if (body.lines()) {
      ArrayNode forms = media.putObject("schema").putArray("anyOf");
      forms.add(schemas.of(body.type()));
      ObjectNode list = forms.addObject().put("type", "array");
      list.put("minItems", 1).put("maxItems", EventSplitter.MAX_EVENTS);
      list.set("items", schemas.of(body.type()));
      content.putObject("application/x-ndjson").putObject("schema").put("type", "string");
    } else {
      media.set("schema", schemas.of(body.type()));
    }
  }

  private static boolean writes(Route route) {
    return !route.method().equals(HandlerType.GET);
  }

  private void responses(ObjectNode json, Route route) {
    Map<Integer, Operation.Answer> answers = new TreeMap<>();
    for (Operation.Answer common : common(route)) {
      answers.put(common.status(), common);
    }
    route.operation().answers().forEach(answer -> answers.put(answer.status(), answer));
    answers.values().forEach(answer -> response(json, answer));
  }

  /** The answers that every route has. */
  private static List<Operation.Answer> common(Route route) {
    List<Operation.Answer> common = new ArrayList<>();
    error(common, 400, "The request is malformed, or a parameter or field of it is wrong.");
    error(common, 401, "A valid token is required, or the one that was sent is not valid.");
    if (route.accessRule().role().isPresent() || writes(route)) {
      error(common, 403, "The caller may not do this, or the csrf or the origin is wrong.");
    }
    if (route.operation().body().isPresent()) {
      error(common, 408, "The body arrived too slowly.");
      error(common, 413, "The body is too large.");
      error(common, UNAVAILABLE, "Too many requests with large bodies at a time.");
    }
    if (route.isForMachines()) {
      error(common, 415, "Without a token the Content-Type must be one of a program.");
    }
    String tooLong = "The request line or the headers are too long.";
    common.add(Operation.Answer.json(414, tooLong));
    common.add(Operation.Answer.json(431, tooLong));
    error(common, 421, "The Host is not a name of this console.");
    error(common, RETRY_LATER, "Too many requests: the rate of the caller or the token's quota.");
    error(common, 500, "The request failed; the processor's log says why.");
    return common;
  }

  private static void error(List<Operation.Answer> answers, int status, String when) {
    answers.add(Operation.Answer.json(status, when, ErrorJson.class));
  }

  private void response(ObjectNode json, Operation.Answer answer) {
    ObjectNode response = json.putObject(Integer.toString(answer.status()));
    response.put("description", answer.description());
    if (answer.status() == RETRY_LATER || answer.status() == UNAVAILABLE) {
      response
          .putObject("headers")
          .putObject("Retry-After")
          .put("description", "When to try again, in seconds, where that is known.")
          .putObject("schema")
          .put("type", "integer");
    }
    if (!answer.types().isEmpty()) {
      ObjectNode content = response.putObject("content");
      answer
          .mediaTypes()
          .forEach(media -> content.putObject(media).set("schema", anyOf(answer.types())));
    }
  }

  private ObjectNode anyOf(List<Type> types) {
    if (types.size() == 1) {
      return schemas.of(types.get(0));
    }
    ObjectNode schema = RequestBodies.JSON.createObjectNode();
    ArrayNode forms = schema.putArray("anyOf");
    types.forEach(type -> forms.add(schemas.of(type)));
    return schema;
  }

  /** Browsers must send a CSRF token with writes; programs need none for events. */
  private static void security(ArrayNode json, Route route) {
    boolean isOpen = route.accessRule() == Route.RouteAccess.EVERYBODY;
    if (isOpen && route != Route.END_SESSION) {
      return;
    }
    json.addObject().putArray(TOKEN);
    if (writes(route)) {
      json.addObject().putArray(SESSION);
      ((ObjectNode) json.get(json.size() - 1)).putArray(CSRF);
      json.addObject().putArray(CSRF);
    } else {
      json.addObject().putArray(SESSION);
    }
    if (!writes(route) || route.accessRule() == Route.RouteAccess.INGEST) {
      json.addObject();
    }
  }
}
