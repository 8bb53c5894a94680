package dev.eddyline.topology;

import dev.eddyline.metrics.DeadLetterReason;
import dev.eddyline.registry.RegistryUnavailableException;
import dev.eddyline.registry.SchemaRejectedException;
import dev.eddyline.schema.Signal;
import dev.eddyline.state.DamagedStateException;
import dev.eddyline.task.BadInputException;
import dev.eddyline.topics.TopicRole;
import java.util.Map;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.LogAndContinueProcessingExceptionHandler;
import org.apache.kafka.streams.processor.api.Record;

/**
 * Dead-letters records that cannot be processed, and continues. Failures of Kafka, a store or the
 * registry are not the record's fault: the thread ends, and the record is processed again.
 */
public final class BadInputHandler extends LogAndContinueProcessingExceptionHandler {

  private final DeadLetterLog log = new DeadLetterLog();
  private TakeOver takeOver = TakeOver.NONE;

  @Override
  public void configure(Map<String, ?> settings) {
    super.configure(settings);
    log.configure(settings);
    takeOver = TakeOver.fromHandlerConfig(settings);
  }

  @Override
  public Response handleError(
      ErrorHandlerContext context, Record<?, ?> record, Exception exception) {
    if (!isCausedByRecord(exception)) {
      return Response.fail();
    }
    if (takeOver.covers(context.topic(), context.partition(), context.offset())
        || isSignal(context) && TakeOverRouting.isSilent(context.headers())) {
      // the predecessor has already dead-lettered it
      return Response.resume();
    }
    DeadLetterReason kind =
        exception instanceof BadInputException ? DeadLetterReason.REFUSED : DeadLetterReason.FAILED;
    log.logDeadLetter(context, exception, kind);
    Response response = super.handleError(context, record, exception);
    DeadLetterHeaders.replaceErrorDetails(response.deadLetterQueueRecords(), exception, kind);
    if (record != null && record.value() instanceof Signal signal) {
      DeadLetterHeaders.restoreCoordinates(response.deadLetterQueueRecords(), signal);
    }
    return response;
  }

  /** Only on the signals topic: elsewhere any sender could set the header. */
  private static boolean isSignal(ErrorHandlerContext context) {
    return context.topic() != null && context.topic().endsWith(TopicRole.EDDYLINE_SIGNALS.key());
  }

  /** Whether the record caused the failure and is dead-lettered. */
  public static boolean isCausedByRecord(Exception exception) {
    return !(exception instanceof KafkaException
        || exception instanceof RegistryUnavailableException
        || exception instanceof SchemaRejectedException
        || exception instanceof DamagedStateException);
  }
}
