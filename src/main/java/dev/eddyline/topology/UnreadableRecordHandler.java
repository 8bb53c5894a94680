package dev.eddyline.topology;

import dev.eddyline.registry.RegistryUnavailableException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.LogAndContinueExceptionHandler;

/**
 * Sends records that cannot be decoded to the dead-letter topic and goes on; a registry that is
 * gone is no fault of the record.
 */
public final class UnreadableRecordHandler extends LogAndContinueExceptionHandler {

  @Override
  public Response handleError(
      ErrorHandlerContext context, ConsumerRecord<byte[], byte[]> record, Exception exception) {
    if (exception instanceof RegistryUnavailableException) {
      return Response.fail();
    }
    DeadLetterLog.told(context, exception);
    return super.handleError(context, record, exception);
  }
}
