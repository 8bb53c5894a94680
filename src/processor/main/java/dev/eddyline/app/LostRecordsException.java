package dev.eddyline.app;

import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;

/**
 * The committed offset of a partition is not in its log: records were deleted before they were
 * processed, or the topic or the group's offsets were deleted.
 */
public final class LostRecordsException extends RuntimeException {

  /** Describes the consumer's exception as lost records. */
  LostRecordsException(InvalidOffsetException found) {
    super(
        "records were lost before they were processed: the log does not contain "
            + offsets(found)
            + ". The processor ends instead of silently beginning elsewhere; to go on without them,"
            + " set the group's offsets (kafka-consumer-groups.sh --reset-offsets)",
        found);
  }

  private static String offsets(InvalidOffsetException found) {
    return found instanceof OffsetOutOfRangeException lost
        ? lost.offsetOutOfRangePartitions().entrySet().stream()
            .map(position -> "offset %d of %s".formatted(position.getValue(), position.getKey()))
            .sorted()
            .collect(Collectors.joining(", "))
        : "a committed offset of " + found.partitions();
  }
}
