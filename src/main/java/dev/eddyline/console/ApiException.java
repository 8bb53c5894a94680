package dev.eddyline.console;

import java.util.List;
import java.util.Optional;

/** A request that is refused, with what the one who asked can do about it. */
final class ApiException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int status;
  private final String field;
  private final List<String> allowed;
  private Integer retryAfterSeconds;
  private List<String> eventIds;

  private ApiException(int status, String error, String field, List<String> allowed) {
    super(error, null, false, false);
    this.status = status;
    this.field = field;
    this.allowed = allowed;
  }

  /** A refusal for no single field. */
  static ApiException of(int status, String error) {
    return new ApiException(status, error, null, null);
  }

  /** A field that is wrong. */
  static ApiException field(String field, String error) {
    return new ApiException(400, error, field, null);
  }

  /** A field that must be one of these. */
  static ApiException oneOf(String field, List<String> allowed) {
    String error = field + " must be one of " + String.join(", ", allowed);
    return new ApiException(400, error, field, allowed);
  }

  /** A refusal for a header. */
  static ApiException header(int status, String header, String error) {
    return new ApiException(status, error, header, null);
  }

  /** What cannot be told now, and may be told after some seconds. */
  static ApiException away(String error, int retryAfterSeconds) {
    return of(503, error).after(retryAfterSeconds);
  }

  /** The same, to be tried again after some seconds. */
  ApiException after(int seconds) {
    retryAfterSeconds = seconds;
    return this;
  }

  /** The same, with the ids of the events that it is about. */
  ApiException with(List<String> eventIds) {
    this.eventIds = List.copyOf(eventIds);
    return this;
  }

  /** Seconds after which it may be tried again. */
  Optional<Integer> retryAfter() {
    return Optional.ofNullable(retryAfterSeconds);
  }

  int status() {
    return status;
  }

  /** The body of the answer. */
  ErrorJson json() {
    return new ErrorJson(getMessage(), field, allowed, eventIds, retryAfterSeconds);
  }
}
