package dev.eddyline.console.edge;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.eddyline.access.NamedToken;
import dev.eddyline.console.ApiClient;
import dev.eddyline.console.LoopbackServer;
import dev.eddyline.console.TestAccessTokens;
import dev.eddyline.console.WebServer;
import dev.eddyline.console.web.Pages;
import dev.eddyline.console.web.Params;
import dev.eddyline.signing.SigningKeys;
import io.javalin.http.Context;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/** A server on loopback with access control, and with clocks that a test moves. */
public final class GuardedServer implements AutoCloseable {

  /** Its address for other instances. */
  static final String SELF = "self.example:8090";

  public final AtomicLong nanos = new AtomicLong();
  public final AtomicLong millis = new AtomicLong(1_700_000_000_000L);
  final AccessControl access;
  private final WebServer server;

  /** A server with these tokens, these pages, and a proxy on loopback that signs people in. */
  public GuardedServer(
      List<NamedToken> tokens, SignInProxy proxy, SigningKeys keys, Pages... pages) {
    AccessRules rules =
        new AccessRules(!tokens.isEmpty(), proxy, Set.of(), false, false, Optional.of(SELF));
    access =
        AccessControl.create(
            rules,
            TestAccessTokens.tokenFile(tokens.toArray(NamedToken[]::new)),
            keys,
            List::of,
            Optional.empty(),
            () -> Instant.ofEpochMilli(millis.get()),
            nanos::get,
            Optional.empty());
    List<Pages> all = new ArrayList<>(Arrays.asList(pages));
    all.addAll(access.pages());
    server = LoopbackServer.start(0, proxy.addresses(), all);
  }

  /** A server with one route, which answers a value of each request. */
  public static GuardedServer answering(
      List<NamedToken> tokens, SignInProxy proxy, Route route, Function<Context, String> value) {
    return new GuardedServer(
        tokens,
        proxy,
        SigningKeys.randomProcessLocalKeys(),
        config ->
            route.serve(
                config,
                http ->
                    new Params(http)
                        .answer(
                            JsonNodeFactory.instance
                                .objectNode()
                                .put("value", value.apply(http)))));
  }

  /** The same without a proxy, and with its own keys. */
  public GuardedServer(List<NamedToken> tokens, Pages... pages) {
    this(tokens, SignInProxy.NONE, SigningKeys.randomProcessLocalKeys(), pages);
  }

  /** A client with this token; null for none. */
  public ApiClient browser(String token) {
    return new ApiClient(server.port(), token);
  }

  public int port() {
    return server.port();
  }

  @Override
  public void close() {
    server.close();
  }
}
