package dev.eddyline.reference;

import dev.eddyline.task.BadInputException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The key of a topic that says something of each workflow. */
final class WorkflowKey {

  /** Longest name of a workflow, in characters: no event has a longer one. */
  static final int MAX_WORKFLOW = 1_024;

  private WorkflowKey() {}

  /**
   * The workflow that a record is about.
   *
   * @throws BadInputException when its key names none
   */
  static String of(ConsumerRecord<byte[], byte[]> record) {
    return of(record, "");
  }

  /**
   * The workflow that a record is about.
   *
   * @param others what the key may also be, for every workflow without a record of its own
   * @throws BadInputException when its key names none
   */
  static String of(ConsumerRecord<byte[], byte[]> record, String others) {
    byte[] key = record.key();
    if (key == null || key.length == 0) {
      throw new BadInputException(
          "key is required, was %s: the workflow's name as UTF-8 text%s"
              .formatted(key == null ? "null" : "empty", others.isEmpty() ? "" : ", or " + others));
    }
    try {
      String workflow = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(key)).toString();
      if (workflow.length() > MAX_WORKFLOW) {
        throw new BadInputException(
            "key must be ≤ %d characters, was %d".formatted(MAX_WORKFLOW, workflow.length()));
      }
      return workflow;
    } catch (CharacterCodingException notText) {
      throw new BadInputException("key must be the workflow's name as UTF-8 text, is no UTF-8");
    }
  }
}
