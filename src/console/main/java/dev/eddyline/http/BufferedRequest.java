package dev.eddyline.http;

import java.nio.ByteBuffer;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;

/** A request whose body is buffered. */
final class BufferedRequest extends Request.Wrapper {

  private final Content.Source body;

  BufferedRequest(Request request, ByteBuffer body) {
    super(request);
    this.body = Content.Source.from(body);
  }

  @Override
  public long getLength() {
    return body.getLength();
  }

  @Override
  public Content.Chunk read() {
    return body.read();
  }

  @Override
  public void demand(Runnable demandCallback) {
    body.demand(demandCallback);
  }

  @Override
  public void fail(Throwable failure) {
    body.fail(failure);
    super.fail(failure);
  }
}
