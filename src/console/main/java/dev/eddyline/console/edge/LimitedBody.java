package dev.eddyline.console.edge;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** Reads the body of an answer, and fails if it exceeds a number of bytes. */
final class LimitedBody implements BodySubscriber<byte[]> {

  private final int maxBodyBytes;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final CompletableFuture<byte[]> body = new CompletableFuture<>();
  private Flow.Subscription subscription;

  LimitedBody(int maxBodyBytes) {
    this.maxBodyBytes = maxBodyBytes;
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return body;
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    this.subscription = subscription;
    subscription.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> parts) {
    for (ByteBuffer part : parts) {
      if (bytes.size() + part.remaining() > maxBodyBytes) {
        subscription.cancel();
        body.completeExceptionally(
            new IOException("an answer of more than " + maxBodyBytes + " bytes"));
        return;
      }
      byte[] read = new byte[part.remaining()];
      part.get(read);
      bytes.writeBytes(read);
    }
  }

  @Override
  public void onError(Throwable broken) {
    body.completeExceptionally(broken);
  }

  @Override
  public void onComplete() {
    body.complete(bytes.toByteArray());
  }
}
