package dev.eddyline.otlp;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The message of a failed span, and the kind of failure. */
final class ErrorTexts {

  /** The first line of a stack trace in a message of JavaScript, Java or Python. */
  private static final Pattern STACK =
      Pattern.compile("\\R\\s+at \\S|\\R?Traceback \\(most recent call last\\)|\\R\\s+File \"");

  /** Before a JavaScript stack: the message again, after its error's name. */
  private static final Pattern REPEATED = Pattern.compile("\\n\\n\\w{1,60}: ");

  private ErrorTexts() {}

  /** The message, without the stack that some SDKs append; empty when nothing is known. */
  static Optional<String> message(TelemetryRecord record) {
    return record
        .event("exception")
        .flatMap(exception -> exception.text("exception.message"))
        .or(() -> Optional.of(record.status()).filter(status -> !status.isBlank()))
        .map(ErrorTexts::withoutStack)
        .or(() -> record.attributes().text("error.message"))
        .or(() -> record.attributes().text("error.type"));
  }

  /** The stack trace, if there is one. */
  static Optional<String> stack(TelemetryRecord record) {
    return record.event("exception").flatMap(exception -> exception.text("exception.stacktrace"));
  }

  private static String withoutStack(String message) {
    Matcher stack = STACK.matcher(message);
    return stack.find() ? once(message.substring(0, stack.start())) : message;
  }

  private static String once(String message) {
    Matcher repeated = REPEATED.matcher(message);
    while (repeated.find()) {
      String first = message.substring(0, repeated.start());
      if (message.substring(repeated.end()).equals(first)) {
        return first;
      }
    }
    return message;
  }

  /** The error type of a model's failure, by an HTTP status or an error's name; null if unknown. */
  static String type(Optional<String> code) {
    String text = code.orElse("").toLowerCase(Locale.ROOT);
    if (text.equals("429") || text.contains("ratelimit") || text.contains("rate_limit")) {
      return "rate_limit";
    }
    if (text.equals("401") || text.equals("403") || text.contains("authentication")) {
      return "authentication";
    }
    boolean isServer = text.matches("5\\d\\d") || text.contains("overloaded");
    if (isServer || text.contains("timeout") || text.contains("connection")) {
      return "network";
    }
    return null;
  }
}
