package dev.eddyline.console.json;

import dev.eddyline.metrics.DeadLetterReason;
import dev.eddyline.outputs.DeadLetter;
import java.util.List;

/** What a person can do about a dead-lettered record. */
final class InputFix {

  private static final String AGAIN =
      " Then publish it again: a dead-lettered record is not counted.";

  /** Parts of reasons of values that have no field to correct. */
  private static final List<String> NOT_ONE_OBJECT =
      List.of(
          "not valid JSON",
          "not a JSON object",
          "is a JSON array",
          "more than one JSON value",
          "must be UTF-8");

  private InputFix() {}

  /** The fix for a dead-lettered record, in one or two sentences. */
  static String of(DeadLetter letter) {
    String reason = letter.reason();
    if (letter.kind() == DeadLetterReason.FAILED) {
      return "Eddyline or a custom detector failed on a valid record. Set the log level to debug"
          + " for its stack trace, and report it.";
    }
    if (reason.contains("was decided already")) {
      return "Nothing to do: the gate was decided; the receipt says by whom.";
    }
    if (NOT_ONE_OBJECT.stream().anyMatch(reason::contains)) {
      return "Make it one JSON object, as UTF-8 text." + AGAIN;
    }
    if (reason.startsWith("type is unknown") && letter.part().type() != null) {
      return "The type is '%s': write one that the reason lists.".formatted(letter.part().type())
          + AGAIN;
    }
    if (reason.contains("content type")) {
      return "Let the client send the content type of the bytes, or none." + AGAIN;
    }
    if (reason.contains("magic byte")) {
      return "Publish JSON, or Avro of a Confluent serializer with the schemas of Eddyline."
          + AGAIN;
    }
    if (reason.contains("schema id")) {
      return "Let the client register and read its schemas in the registry of"
          + " schema.registry.url, in a version that Eddyline can read."
          + AGAIN;
    }
    if (reason.startsWith("key ")) {
      return "Publish the record with the key that the reason names, as UTF-8 text." + AGAIN;
    }
    if (reason.contains("this topic")) {
      return "Publish the record on the topic that the reason names." + AGAIN;
    }
    return "Correct the field that the reason names, in the client that sent the record." + AGAIN;
  }
}
