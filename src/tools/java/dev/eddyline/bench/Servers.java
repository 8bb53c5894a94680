package dev.eddyline.bench;

import dev.eddyline.local.LocalBroker;
import dev.eddyline.local.LocalRegistry;
import java.util.concurrent.CompletableFuture;

/** The broker and the registry that are measured against: some of our own, or somebody's. */
final class Servers implements AutoCloseable {

  private final String bootstrap;
  private final String registryUrl;
  private final Runnable end;

  private Servers(String bootstrap, String registryUrl, Runnable end) {
    this.bootstrap = bootstrap;
    this.registryUrl = registryUrl;
    this.end = end;
  }

  /** Servers that run already, and stay. */
  static Servers at(String bootstrap, String registryUrl) {
    return new Servers(bootstrap, registryUrl, () -> {});
  }

  /** A cluster that runs already, and stays, with a registry of our own beside it. */
  static Servers at(String bootstrap) {
    LocalRegistry registry = LocalRegistry.start();
    return new Servers(bootstrap, registry.confluentUrl(), registry::close);
  }

  /** A broker and a registry on this machine, each in a process of its own, until closed. */
  @SuppressWarnings("FutureReturnValueIgnored") // a registry that starts too late is closed then
  static Servers start() {
    CompletableFuture<LocalRegistry> starting = CompletableFuture.supplyAsync(LocalRegistry::start);
    try {
      LocalBroker broker = LocalBroker.start();
      try {
        LocalRegistry registry = starting.join();
        return new Servers(
            broker.bootstrapServers(),
            registry.confluentUrl(),
            () -> {
              registry.close();
              broker.close();
            });
      } catch (RuntimeException noRegistry) {
        broker.close();
        throw noRegistry;
      }
    } catch (RuntimeException notStarted) {
      starting.thenAccept(LocalRegistry::close);
      throw notStarted;
    }
  }

  /** Host and port of the broker. */
  String bootstrap() {
    return bootstrap;
  }

  /** Base address of the registry. */
  String registryUrl() {
    return registryUrl;
  }

  @Override
  public void close() {
    end.run();
  }
}
