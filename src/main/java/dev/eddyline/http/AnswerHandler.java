package dev.eddyline.http;

import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Buffers responses, so that request threads never wait for slow clients. */
final class AnswerHandler extends Handler.Wrapper {

  private final HttpLimits limits;
  private final ByteBudget budget;

  AnswerHandler(HttpLimits limits) {
    this.limits = limits;
    budget = new ByteBudget(limits.answersBytes(), limits.answersBytes() / 4);
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    String client = ClientAddress.key(request);
    OutgoingAnswer answer =
        new OutgoingAnswer(limits.answer(), new Share(budget, client), request, response, callback);
    return super.handle(request, answer, answer.completion());
  }

  /** Bytes of buffered responses. */
  long bytes() {
    return budget.taken();
  }
}
