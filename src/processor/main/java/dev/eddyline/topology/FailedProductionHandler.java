package dev.eddyline.topology;

import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.ProductionExceptionHandler;

/**
 * Ends the thread when an output cannot be published: skipping or dead-lettering it would lose a
 * verdict.
 */
public final class FailedProductionHandler implements ProductionExceptionHandler {

  @Override
  public void configure(Map<String, ?> configs) {
    // nothing to configure
  }

  @Override
  public Response handleError(
      ErrorHandlerContext context, ProducerRecord<byte[], byte[]> record, Exception exception) {
    return exception instanceof RetriableException ? Response.retry() : Response.fail();
  }

  @Override
  @SuppressWarnings("rawtypes")
  public Response handleSerializationError(
      ErrorHandlerContext context,
      ProducerRecord record,
      Exception exception,
      SerializationExceptionOrigin origin) {
    return Response.fail();
  }
}
