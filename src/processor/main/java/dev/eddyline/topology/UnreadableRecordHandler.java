package dev.eddyline.topology;

import dev.eddyline.metrics.DeadLetterReason;
import dev.eddyline.registry.RegistryUnavailableException;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.LogAndContinueExceptionHandler;

/**
 * Dead-letters records that cannot be decoded, and continues; an unavailable registry is not the
 * record's fault.
 */
public final class UnreadableRecordHandler extends LogAndContinueExceptionHandler {

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
      ErrorHandlerContext context, ConsumerRecord<byte[], byte[]> record, Exception exception) {
    if (exception instanceof RegistryUnavailableException) {
      return Response.fail();
    }
    if (takeOver.covers(context.topic(), context.partition(), context.offset())) {
      return Response.resume();
    }
    log.logDeadLetter(context, exception, DeadLetterReason.UNREADABLE);
    Response response = super.handleError(context, record, exception);
    DeadLetterHeaders.replaceErrorDetails(
        response.deadLetterQueueRecords(), exception, DeadLetterReason.UNREADABLE);
    return response;
  }
}
