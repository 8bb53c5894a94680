package dev.eddyline.bench.process;

import dev.eddyline.local.LocalBroker;
import dev.eddyline.local.LocalRegistry;
import java.util.concurrent.CompletableFuture;

/** The broker and the registry of the bench: local ones, or existing ones. */
public final class Servers implements AutoCloseable {

  private final String bootstrap;
  private final String registryUrl;
  private final Runnable closeAction;

  private Servers(String bootstrap, String registryUrl, Runnable closeAction) {
    this.bootstrap = bootstrap;
    this.registryUrl = registryUrl;
    this.closeAction = closeAction;
  }

  /** Existing servers, which are not closed. */
  public static Servers forExistingCluster(String bootstrap, String registryUrl) {
    return new Servers(bootstrap, registryUrl, () -> {});
  }

  /** An existing cluster, which is not closed, with a local registry. */
  public static Servers forExistingCluster(String bootstrap) {
    LocalRegistry registry = LocalRegistry.start();
    return new Servers(bootstrap, registry.confluentUrl(), registry::close);
  }

  /** A broker and a registry on this machine, each in a process of its own, until closed. */
  @SuppressWarnings("FutureReturnValueIgnored") // a registry that starts too late is closed then
  public static Servers start() {
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
    closeAction.run();
  }
}
