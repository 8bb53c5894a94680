package dev.eddyline.console;

import dev.eddyline.text.Nearest;
import io.javalin.http.Context;
import java.lang.reflect.Type;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a route takes and answers, beside what all routes do.
 *
 * @param summary what it is for, in a line; empty for a route that the API's document leaves out
 * @param description what else a caller must know
 * @param params the query parameters; a request with others is refused
 * @param headers request headers that it reads
 * @param body what it reads
 * @param answers what it answers
 * @param allowsAny whether it takes other query parameters too
 */
record Operation(
    String summary,
    String description,
    List<Param<?>> params,
    List<Param<?>> headers,
    Optional<Body> body,
    List<Answer> answers,
    boolean allowsAny) {

  /** Parameters beyond which the query is not looked at. */
  private static final int LONGEST_NAME = 100;

  /** A page of the console: its scripts read the query. */
  static final Operation PAGE =
      new Operation("", "", List.of(), List.of(), none(), List.of(), true);

  /**
   * What a request holds.
   *
   * @param type a record, or a name of a schema that is not made of one
   * @param lines whether there may be one a line, and arrays of them
   */
  record Body(Type type, boolean lines) {}

  /**
   * One answer.
   *
   * @param status the HTTP status
   * @param description when it is given
   * @param types what it holds, one of these; none for an answer without a body
   * @param stream whether it is a stream of server-sent events
   */
  record Answer(int status, String description, List<Type> types, boolean stream) {}

  private static Optional<Body> none() {
    return Optional.empty();
  }

  /** An operation of the API. */
  static Operation of(String summary) {
    return new Operation(summary, "", List.of(), List.of(), none(), List.of(), false);
  }

  /** One that the API's document leaves out. */
  static Operation internal(Param<?>... params) {
    return of("").takes(params);
  }

  Operation describedAs(String text) {
    return new Operation(summary, text, params, headers, body, answers, allowsAny);
  }

  Operation takes(Param<?>... query) {
    return new Operation(summary, description, List.of(query), headers, body, answers, allowsAny);
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

  /** With an answer; of several types it holds one. */
  Operation answers(int status, String when, Type... types) {
    return with(new Answer(status, when, List.of(types), false));
  }

  /** With an answer that is a stream of server-sent events. */
  Operation streams(String what) {
    return with(new Answer(200, what, List.of(String.class), true));
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

  /** What cannot be decoded would else be passed over, as if it had not been asked for. */
  private static void requireEncoded(String query) {
    try {
      URLDecoder.decode(query, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException malformed) {
      throw ApiException.of(400, "the query must be percent-encoded UTF-8");
    }
  }
}
