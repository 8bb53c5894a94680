package dev.eddyline.http;

import java.util.Locale;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/** Answers errors of the server itself, such as an invalid header, with no text of the request. */
final class ServerErrorHandler implements Request.Handler {

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    int status =
        request.getAttribute(ErrorHandler.ERROR_EXCEPTION) instanceof HttpException failure
            ? failure.getCode()
            : response.getStatus();
    String error = HttpStatus.getMessage(status).toLowerCase(Locale.ROOT);
    new ErrorResponse(status, error, 0).write(response, callback);
    return true;
  }
}
