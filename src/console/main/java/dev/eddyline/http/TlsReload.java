package dev.eddyline.http;

import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reloads changed TLS files for new connections; open connections continue. */
final class TlsReload extends AbstractLifeCycle {

  private static final Logger LOG = LoggerFactory.getLogger(TlsReload.class);

  private final TlsFiles files;
  private final Server server;
  private final SslContextFactory.Server factory = new SslContextFactory.Server();

  TlsReload(TlsFiles files, Server server) {
    this.files = files;
    this.server = server;
    factory.setSslContext(files.context());
    factory.setWantClientAuth(files.requestsClientCertificate());
  }

  /** The TLS settings of the server's connections. */
  SslContextFactory.Server factory() {
    return factory;
  }

  @Override
  protected void doStart() {
    scheduleFileCheck();
  }

  private void scheduleFileCheck() {
    server
        .getScheduler()
        .schedule(
            () -> server.getThreadPool().execute(this::reloadAndScheduleNextCheck),
            TlsFiles.FILE_CHECK_INTERVAL.toMillis(),
            TimeUnit.MILLISECONDS);
  }

  private void reloadAndScheduleNextCheck() {
    reloadIfChanged();
    if (isRunning()) {
      scheduleFileCheck();
    }
  }

  /** Reloads the files if they have changed. */
  void reloadIfChanged() {
    try {
      var now = files.context();
      if (!now.equals(factory.getSslContext())) {
        factory.reload(changed -> changed.setSslContext(now));
      }
    } catch (Exception failed) {
      LOG.atWarn().setCause(failed).log("tls reload failed");
    }
  }
}
