package dev.eddyline.attack;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Malformed requests, as security scanners send them. */
final class MalformedRequests {

  private static final int LIMIT_MILLIS = 300;

  private MalformedRequests() {}

  /** Requests, each for its own connection. */
  static List<String> requests() {
    List<String> requests = new ArrayList<>();
    for (String path :
        List.of(
            "/%ff",
            "/%",
            "/%00",
            "/..;/x",
            "//",
            "/api/v1/task?taskId=%ff",
            "/api/v1/task?taskId=%",
            "/api/v1/session?x=%zz",
            "/assets/%2e%2e/x",
            "/?" + "x".repeat(60_000),
            "/" + "x".repeat(70_000),
            "http://other.example/",
            "*")) {
      requests.add("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
    }
    for (String headers :
        List.of(
            "Host: a\r\nHost: b",
            "Host: ",
            "Host: localhost\r\nCookie: eddyline_session=%%%; \"; =;;",
            "Host: localhost\r\nAuthorization: Bearer \u0001",
            "Host: localhost\r\nAuthorization: Bearer x",
            "Host: localhost\r\nContent-Length: -1",
            "Host: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked",
            "Host: localhost\r\nContent-Length: 1\r\nContent-Length: 2",
            "Host: localhost\r\nExpect: nonsense",
            "Host: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade",
            "Host: localhost\r\nAccept: ;;;q=x\r\nAccept-Encoding: ,;q=\r\nIf-None-Match: \"",
            "Host: localhost\r\nRange: bytes=9-1,x\r\nIf-Modified-Since: x",
            "Host: localhost\r\nOrigin: ://x")) {
      for (String method : List.of("GET / ", "POST /api/v1/session ", "GET /api/v1/feed ")) {
        requests.add(method + "HTTP/1.1\r\n" + headers + "\r\n\r\n");
      }
    }
    for (String body :
        List.of(
            "",
            "{",
            "[".repeat(4_000),
            "{\"token\":" + "9".repeat(2_000) + "}",
            "{\"token\":\"\\ud800\"}",
            "\u00ff\u00fe",
            "{\"token\":\"x\"}{}")) {
      requests.add(
          "POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n%s"
              .formatted(body.length(), body));
    }
    requests.addAll(
        List.of(
            "POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{",
            "POST /api/v1/events HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz",
            "POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\n"
                + "Content-Type: multipart/form-data\r\nContent-Length: 2\r\n\r\n{}",
            "GET /\r\n\r\n",
            "GET / HTTP/9.9\r\n\r\n",
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            "CONNECT other.example:443 HTTP/1.1\r\nHost: other.example:443\r\n\r\n",
            "TRACE / HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003",
            "\0\0\0\r\n\r\n"));
    return requests;
  }

  /** Sends a request, reads the beginning of the answer, and closes. */
  static void send(int port, String request) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(LIMIT_MILLIS);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      socket.getInputStream().read(new byte[4_096]);
    } catch (IOException refused) {
      // expected
    }
  }
}
