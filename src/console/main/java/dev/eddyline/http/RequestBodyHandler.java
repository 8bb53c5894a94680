package dev.eddyline.http;

import java.util.function.LongSupplier;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Passes a request on once its whole body has arrived, so that no thread waits for a slow sender.
 * Jetty's EagerContentHandler does this too, but knows neither a deadline nor a limit for all
 * bodies together, and HttpConfiguration.minRequestDataRate holds only for a thread that reads.
 */
final class RequestBodyHandler extends Handler.Wrapper {

  private final HttpLimits limits;
  private final BodySizes sizes;
  private final TrustedProxies proxies;
  private final LongSupplier nanos;
  private final ByteBudget directClientsByteBudget;
  private final ByteBudget proxiedClientsByteBudget;
  private HeaderCheck headerCheck = HeaderCheck.NONE;

  RequestBodyHandler(
      HttpLimits limits, BodySizes sizes, TrustedProxies proxies, LongSupplier nanos) {
    this.limits = limits;
    this.sizes = sizes;
    this.proxies = proxies;
    this.nanos = nanos;
    directClientsByteBudget =
        new ByteBudget(limits.maxBufferedBodyBytes(), limits.maxBufferedBodyBytesPerAddress());
    proxiedClientsByteBudget =
        new ByteBudget(limits.maxBufferedBodyBytes(), limits.maxBufferedBodyBytes());
  }

  @Override
  protected void doStart() throws Exception {
    super.doStart();
    HeaderCheck check = getServer().getBean(HeaderCheck.class);
    if (check != null) {
      headerCheck = check;
    }
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    if (!hasBody(request)) {
      return super.handle(request, response, callback);
    }
    String client = ClientAddress.key(request);
    // a proxy without X-Forwarded-For: many clients share its address
    ByteBudget budget =
        proxies.contains(request.getConnectionMetaData().getRemoteSocketAddress())
            ? proxiedClientsByteBudget
            : directClientsByteBudget;
    int maxBytes = sizes.maxBodyBytes(Request.getPathInContext(request));
    new RequestBodyReader(
            new RequestBodyReader.BodyLimits(maxBytes, limits, budget, client, headerCheck),
            super::handle,
            request,
            response,
            callback,
            nanos)
        .begin();
    return true;
  }

  private static boolean hasBody(Request request) {
    return request.getLength() > 0 || request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING);
  }

  /** Bytes of buffered bodies. */
  long bufferedBodyBytes() {
    return directClientsByteBudget.reservedBytes() + proxiedClientsByteBudget.reservedBytes();
  }
}
