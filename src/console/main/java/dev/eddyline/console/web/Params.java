package dev.eddyline.console.web;

import dev.eddyline.outputs.OutputJson;
import io.javalin.http.Context;
import java.util.List;
import java.util.Optional;

/** The query of a request, and its answer in JSON. */
public final class Params {

  private final Context http;

  /** The parameters of a request. */
  public Params(Context http) {
    this.http = http;
  }

  /** The value of a parameter; empty where it is not given. */
  public <T> Optional<T> read(Param<T> param) {
    return param.value(http.queryParam(param.name()));
  }

  /** The value of a mandatory parameter. */
  public <T> T require(Param<T> param) {
    return read(param).orElseThrow();
  }

  /** The enum constant with this name in lower case. */
  public static <E extends Enum<E>> E symbol(String name, String text, List<E> allowed) {
    return allowed.stream()
        .filter(it -> OutputJson.word(it).equals(text))
        .findFirst()
        .orElseThrow(
            () -> ApiException.oneOf(name, allowed.stream().map(OutputJson::word).toList()));
  }

  /** Answers with a record or tree as JSON; null becomes the JSON null. */
  public void answer(Object json) {
    http.contentType("application/json; charset=utf-8").result(OutputJson.write(json));
  }
}
