package dev.eddyline.topology;

import dev.eddyline.metrics.DeadLetterReason;
import dev.eddyline.registry.RegistryUnavailableException;
import dev.eddyline.registry.SchemaRejectedException;
import dev.eddyline.task.BadInputException;
import dev.eddyline.topics.TopicRole;
import java.util.Map;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.LogAndContinueProcessingExceptionHandler;
import org.apache.kafka.streams.processor.api.Record;

/**
 * Sends records that cannot be taken to the dead-letter topic and goes on. What Kafka, a store or
 * the registry failed at is no fault of the record: the thread ends, and the record is taken again.
 */
public final class BadInputHandler extends LogAndContinueProcessingExceptionHandler {

  private final DeadLetterLog log = new DeadLetterLog();
  private TakeOver takeOver = TakeOver.NONE;

  @Override
  public void configure(Map<String, ?> settings) {
    super.configure(settings);
    log.configure(settings);
    takeOver = TakeOver.in(settings);
  }

  @Override
  public Response handleError(
      ErrorHandlerContext context, Record<?, ?> record, Exception exception) {
    if (!isOfTheRecord(exception)) {
      return Response.fail();
    }
    if (takeOver.covers(context.topic(), context.partition(), context.offset())
        || isSignal(context) && Forwarded.isSilent(context.headers())) {
      // whose place is taken had set it aside
      return Response.resume();
    }
    DeadLetterReason kind =
        exception instanceof BadInputException ? DeadLetterReason.REFUSED : DeadLetterReason.FAILED;
    log.told(context, exception, kind);
    Response response = super.handleError(context, record, exception);
    LetterHeaders.reduce(response.deadLetterQueueRecords(), exception, kind);
    return response;
  }

  /** On other topics anybody could write the header. */
  private static boolean isSignal(ErrorHandlerContext context) {
    return context.topic() != null && context.topic().endsWith(TopicRole.EDDYLINE_SIGNALS.key());
  }

  /** Whether the record is at fault, so that it is set aside and the next one is taken. */
  public static boolean isOfTheRecord(Exception exception) {
    return !(exception instanceof KafkaException
        || exception instanceof RegistryUnavailableException
        || exception instanceof SchemaRejectedException);
  }
}
