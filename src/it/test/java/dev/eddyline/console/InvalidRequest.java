package dev.eddyline.console;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.zip.GZIPOutputStream;

/** A random request with an event and one fault. */
final class InvalidRequest {

  /** The fault of a request. */
  enum RequestFault {
    HOST(false),
    ORIGIN(true),
    SITE(false),
    TYPE(false),
    TOKEN(true),
    SIZE(true),
    ENCODING(true),
    METHOD(true);

    private final boolean alsoWithToken;

    RequestFault(boolean alsoWithToken) {
      this.alsoWithToken = alsoWithToken;
    }
  }

  private static final int LIMIT_MILLIS = 60_000;

  private final Random random;
  private final String token;
  private final String event;
  private final RequestFault fault;
  private final List<String> headers = new ArrayList<>();
  private String host;
  private String method = "POST";
  private String type = "application/json";
  private String authorization;
  private byte[] body;
  private long length;

  /**
   * Creates a random request.
   *
   * @param token the right token; null where the console is open
   * @param event the event that must not be published
   */
  InvalidRequest(Random random, int port, String token, String event) {
    this.random = random;
    this.token = token;
    this.event = event;
    host = "127.0.0.1:" + port;
    authorization = token == null ? null : "Bearer " + token;
    List<RequestFault> faults = new ArrayList<>();
    for (RequestFault each : RequestFault.values()) {
      if (token == null ? each != RequestFault.TOKEN : each.alsoWithToken) {
        faults.add(each);
      }
    }
    fault = faults.get(random.nextInt(faults.size()));
    body = event.getBytes(StandardCharsets.UTF_8);
    length = body.length;
    applyFault();
  }

  private void applyFault() {
    switch (fault) {
      case HOST ->
          host =
              randomOf(
                  "evil.example", host + ".evil.example", "localhost.", "0.0.0.0", "", "[::2]");
      case ORIGIN ->
          headers.add(
              "Origin: "
                  + randomOf(
                      "http://evil.example",
                      "null",
                      "https://127.0.0.1:1",
                      "http://127.0.0.1:1",
                      ""));
      case SITE ->
          headers.add(
              "Sec-Fetch-Site: " + randomOf("cross-site", "same-site", "same-origin", "none"));
      case TYPE ->
          type =
              randomOf(
                  "text/plain",
                  "application/x-www-form-urlencoded",
                  "multipart/form-data; boundary=x",
                  "application/jsonx",
                  "text/html; application/json",
                  "");
      case TOKEN ->
          authorization =
              randomOf(
                  null,
                  "Bearer " + token + "x",
                  "Bearer " + token.substring(1),
                  "Bearer " + token.toUpperCase(Locale.ROOT) + " ",
                  "Basic " + token,
                  "Bearer",
                  token);
      case SIZE -> {
        body = (event + " ".repeat(1_000_001)).getBytes(StandardCharsets.UTF_8);
        length = body.length;
      }
      case ENCODING -> encode();
      case METHOD -> method = randomOf("PUT", "PATCH", "DELETE", "GET", "OPTIONS", "post");
      default -> throw new IllegalStateException("no such fault: " + fault);
    }
  }

  private void encode() {
    switch (random.nextInt(4)) {
      case 0 -> {
        headers.add("Content-Encoding: gzip");
        body = zipped();
      }
      case 1 -> body = event.getBytes(StandardCharsets.UTF_16);
      case 2 -> body = (event.replace("same", "s\u00e4me")).getBytes(StandardCharsets.ISO_8859_1);
      default ->
          body =
              event
                  .substring(0, random.nextInt(1, event.length() - 1))
                  .getBytes(StandardCharsets.UTF_8);
    }
    length = body.length;
  }

  private byte[] zipped() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
      zip.write(body);
    } catch (IOException impossible) {
      throw new IllegalStateException(impossible);
    }
    return bytes.toByteArray();
  }

  private String randomOf(String... values) {
    return values[random.nextInt(values.length)];
  }

  RequestFault fault() {
    return fault;
  }

  /** Sends it from an address on this machine; the status, or 0 where the connection was closed. */
  int send(int port, String from) throws IOException {
    StringBuilder head = new StringBuilder(method + " /api/v1/events HTTP/1.1\r\n");
    head.append("Host: ").append(host).append("\r\nConnection: close\r\n");
    head.append("Content-Length: ").append(length).append("\r\n");
    if (!type.isEmpty()) {
      head.append("Content-Type: ").append(type).append("\r\n");
    }
    if (authorization != null) {
      head.append("Authorization: ").append(authorization).append("\r\n");
    }
    headers.forEach(header -> head.append(header).append("\r\n"));
    head.append("\r\n");
    try (Socket socket = new Socket()) {
      socket.bind(new InetSocketAddress(InetAddress.getByName(from), 0));
      socket.setSoTimeout(LIMIT_MILLIS);
      socket.connect(new InetSocketAddress("127.0.0.1", port), LIMIT_MILLIS);
      write(socket, head.toString().getBytes(StandardCharsets.ISO_8859_1));
      write(socket, body);
      String line = new String(socket.getInputStream().readNBytes(12), StandardCharsets.ISO_8859_1);
      return line.length() < 12 ? 0 : Integer.parseInt(line.substring(9));
    }
  }

  /** Writes bytes; a request that is rejected early is not read to its end. */
  private static void write(Socket socket, byte[] bytes) {
    try {
      socket.getOutputStream().write(bytes);
    } catch (IOException closed) {
      // the answer has already arrived
    }
  }

  @Override
  public String toString() {
    return "%s %s %s %s %s".formatted(fault, method, host, type, headers);
  }
}
