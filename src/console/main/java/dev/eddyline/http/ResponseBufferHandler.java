package dev.eddyline.http;

import java.util.function.LongSupplier;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Buffers responses, so that request threads never wait for slow clients. */
final class ResponseBufferHandler extends Handler.Wrapper {

  private final HttpLimits limits;
  private final LongSupplier nanos;
  private final ByteBudget budget;

  ResponseBufferHandler(HttpLimits limits, LongSupplier nanos) {
    this.limits = limits;
    this.nanos = nanos;
    budget =
        new ByteBudget(limits.maxBufferedResponseBytes(), limits.maxBufferedResponseBytes() / 4);
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    String client = ClientAddress.key(request);
    BufferedResponse buffered =
        new BufferedResponse(
            limits.responseTimeout(),
            new ClientByteBudget(budget, client),
            request,
            response,
            callback,
            nanos);
    return super.handle(request, buffered, buffered.completion());
  }

  /** Bytes of buffered responses. */
  long bufferedResponseBytes() {
    return budget.reservedBytes();
  }
}
