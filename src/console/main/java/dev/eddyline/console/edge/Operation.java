package dev.eddyline.console.edge;

import dev.eddyline.console.web.ApiException;
import dev.eddyline.console.web.Param;
import dev.eddyline.keys.Nearest;
import io.javalin.http.Context;
import java.lang.reflect.Type;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The parameters and answers of a route, in addition to those of all routes.
 *
 * @param summary its purpose in one line; empty for a route that the API's document omits
 * @param description what else a caller must know
 * @param params the query parameters; a request with others is rejected
 * @param headers request headers that it reads
 * @param body the request body
 * @param answers the answers
 * @param allowsAny whether it accepts other query parameters too
 */
record Operation(
    String summary,
    String description,
    List<Param<?>> params,
    List<Param<?>> headers,
    Optional<Body> body,
    List<Answer> answers,
    boolean allowsAny) {

  /** Maximum of characters of a parameter's name in an error. */
  private static final int LONGEST_NAME = 100;

  /** A page of the console: its scripts read the query. */
  static final Operation PAGE =
      new Operation("", "", List.of(), List.of(), none(), List.of(), true);

  /**
   * The body of a request.
   *
   * @param type a record or another type that has a schema
   * @param lines whether it may also be an array, or have one item per line
   */
  record Body(Type type, boolean lines) {}

  /**
   * One answer.
   *
   * @param status the HTTP status
   * @param description when it is given
   * @param types the possible types of its body; empty for no body
   * @param mediaTypes the possible media types of its body
   */
  record Answer(int status, String description, List<Type> types, List<String> mediaTypes) {

    /** An answer whose body is JSON of one of these types; no types for no body. */
    static Answer json(int status, String when, Type... types) {
      return new Answer(status, when, List.of(types), List.of("application/json"));
    }
  }

  private static Optional<Body> none() {
    return Optional.empty();
  }

  /** An operation of the API. */
  static Operation of(String summary) {
    return new Operation(summary, "", List.of(), List.of(), none(), List.of(), false);
  }

  /** An operation that the API's document omits. */
  static Operation internal(Param<?>... params) {
    return of("").withQueryParams(params);
  }

  Operation describedAs(String text) {
    return new Operation(summary, text, params, headers, body, answers, allowsAny);
  }

  /** Adds query parameters. */
  Operation withQueryParams(Param<?>... query) {
    return withQueryParams(List.of(query));
  }

  /** Adds query parameters that several routes have. */
  Operation withQueryParams(List<Param<?>> query) {
    List<Param<?>> all = new ArrayList<>(params);
    all.addAll(query);
    return new Operation(summary, description, all, headers, body, answers, allowsAny);
  }

  Operation readsHeaders(Param<?>... names) {
    return new Operation(summary, description, params, List.of(names), body, answers, allowsAny);
  }

  Operation reads(Type type) {
    Optional<Body> one = Optional.of(new Body(type, false));
    return new Operation(summary, description, params, headers, one, answers, allowsAny);
  }

  Operation readsLines(Type type) {
    Optional<Body> lines = Optional.of(new Body(type, true));
    return new Operation(summary, description, params, headers, lines, answers, allowsAny);
  }

  /** Adds an answer whose body has one of these types. */
  Operation answers(int status, String when, Type... types) {
    return with(Answer.json(status, when, types));
  }

  /** Adds an answer that is a stream of text with one of these media types. */
  Operation streams(String what, List<String> mediaTypes) {
    return with(new Answer(200, what, List.of(String.class), mediaTypes));
  }

  private Operation with(Answer answer) {
    List<Answer> all = new ArrayList<>(answers);
    all.add(answer);
    return new Operation(summary, description, params, headers, body, List.copyOf(all), allowsAny);
  }

  /**
   * Checks the names in a request's query.
   *
   * @throws ApiException 400 for one that is not declared
   */
  void checkQuery(Context http) {
    if (allowsAny || http.queryString() == null) {
      return;
    }
    requireEncoded(http.queryString());
    List<String> known = Param.names(params);
    for (String name : http.queryParamMap().keySet()) {
      if (!known.contains(name)) {
        String shown = name.substring(0, Math.min(name.length(), LONGEST_NAME));
        throw ApiException.field(
            shown, "unknown query parameter '%s'%s".formatted(shown, Nearest.hint(shown, known)));
      }
    }
  }

  /** Rejects an undecodable query, which would otherwise be ignored. */
  private static void requireEncoded(String query) {
    try {
      URLDecoder.decode(query, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException malformed) {
      throw ApiException.of(400, "the query must be percent-encoded UTF-8");
    }
  }
}
