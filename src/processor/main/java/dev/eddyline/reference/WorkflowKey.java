package dev.eddyline.reference;

import dev.eddyline.task.BadInputException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The key of a topic with one record a workflow. */
final class WorkflowKey {

  /** Longest name of a workflow, in characters, as in events. */
  static final int MAX_WORKFLOW_NAME_LENGTH = 1_024;

  private WorkflowKey() {}

  /**
   * The workflow of a record.
   *
   * @throws BadInputException when its key is not a workflow's name
   */
  static String parseKey(ConsumerRecord<byte[], byte[]> record) {
    return parseKey(record, "");
  }

  /**
   * The workflow of a record.
   *
   * @param defaultKey a key that is also allowed, for all workflows without a record of their own
   * @throws BadInputException when its key is not a workflow's name
   */
  static String parseKey(ConsumerRecord<byte[], byte[]> record, String defaultKey) {
    byte[] key = record.key();
    if (key == null || key.length == 0) {
      throw new BadInputException(
          "key is required, was %s: the workflow's name as UTF-8 text%s"
              .formatted(
                  key == null ? "null" : "empty",
                  defaultKey.isEmpty() ? "" : ", or " + defaultKey));
    }
    try {
      String workflow = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(key)).toString();
      if (workflow.length() > MAX_WORKFLOW_NAME_LENGTH) {
        throw new BadInputException(
            "key must be ≤ %d characters, was %d"
                .formatted(MAX_WORKFLOW_NAME_LENGTH, workflow.length()));
      }
      return workflow;
    } catch (CharacterCodingException notText) {
      throw new BadInputException("key must be the workflow's name as UTF-8 text, is not UTF-8");
    }
  }
}
