package dev.eddyline.console.edge;

import dev.eddyline.console.web.ApiException;
import dev.eddyline.console.web.Pages;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Set;

/**
 * Rejects requests whose Host is not loopback, on a server without tokens that listens on loopback
 * only. This prevents DNS rebinding.
 */
public final class LoopbackHostCheck implements Pages {

  private static final Set<String> NAMES = Set.of("localhost", "127.0.0.1", "[::1]");

  private final boolean isLoopback;

  /** Guards a server that listens on this address. */
  public LoopbackHostCheck(String host) {
    isLoopback = isLoopback(host);
  }

  private static boolean isLoopback(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException unknown) {
      return false;
    }
  }

  @Override
  public void addTo(JavalinConfig config) {
    if (isLoopback) {
      config.routes.before(LoopbackHostCheck::check);
    }
  }

  private static void check(Context http) {
    String host = http.header("Host");
    String name = host == null ? "" : host.replaceAll(":\\d*$", "").toLowerCase(Locale.ROOT);
    if (!NAMES.contains(name)) {
      throw ApiException.header(421, "Host", "use one of " + String.join(", ", NAMES));
    }
  }
}
