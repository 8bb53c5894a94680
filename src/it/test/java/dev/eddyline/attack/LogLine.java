package dev.eddyline.attack;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.stream.Stream;

/** A line of a processor's log in JSON. */
record LogLine(String text) {

  /** Loggers of what a client can reach. */
  private static final List<String> HTTP_SERVER =
      List.of("dev.eddyline.http.", "dev.eddyline.console.", "org.eclipse.jetty.", "io.javalin.");

  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * Whether a client may have caused it: a line of the HTTP server, an error of Eddyline, and what
   * the JVM prints itself, such as the stack trace of a thread that has ended.
   */
  boolean isOfAnAttack() {
    try {
      JsonNode line = JSON.readTree(text);
      String logger = line.path("logger").asText();
      boolean isError = line.path("level").asText().equals("ERROR");
      return Stream.concat(HTTP_SERVER.stream(), Stream.of("dev.eddyline.").filter(it -> isError))
          .anyMatch(logger::startsWith);
    } catch (JsonProcessingException printedByTheJvm) {
      return true;
    }
  }
}
