package dev.eddyline.http;

import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.yaml.FileProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Certificate, key and authorities of this instance, in PEM files that may change at any time: for
 * its server, and for its requests to other instances. Safe for use by many threads.
 */
public final class TlsFiles {

  /** Time between two checks of the files. */
  static final Duration FILE_CHECK_INTERVAL = Duration.ofSeconds(10);

  private static final Logger LOG = LoggerFactory.getLogger(TlsFiles.class);

  private final Map<Setting, Path> files;
  private final LongSupplier nanos;
  private Map<Setting, String> texts;
  private SSLContext context;
  private long lastCheckNanos;

  private TlsFiles(Map<Setting, Path> files, LongSupplier nanos) {
    this.files = files;
    this.nanos = nanos;
    texts = read();
    context = TlsContext.of(texts);
    lastCheckNanos = nanos.getAsLong();
  }

  /**
   * The files of these settings; empty where none is set.
   *
   * @throws InvalidSettingException where they conflict or are unusable
   */
  public static Optional<TlsFiles> of(Settings settings) {
    return of(settings, System::nanoTime);
  }

  static Optional<TlsFiles> of(Settings settings, LongSupplier nanos) {
    Map<Setting, Path> files = new TreeMap<>();
    add(files, settings, Setting.HTTP_TLS_CERTIFICATE);
    add(files, settings, Setting.HTTP_TLS_KEY);
    add(files, settings, Setting.HTTP_TLS_CA);
    boolean hasCertificate = files.containsKey(Setting.HTTP_TLS_CERTIFICATE);
    if (hasCertificate != files.containsKey(Setting.HTTP_TLS_KEY)) {
      throw new InvalidSettingException(
          "http.tls.certificate and http.tls.key: one is set without the other");
    }
    if (!hasCertificate && files.containsKey(Setting.HTTP_TLS_CA)) {
      throw new InvalidSettingException(
          "http.tls.ca: needs http.tls.certificate and http.tls.key, or no client is asked for a"
              + " certificate");
    }
    return hasCertificate ? Optional.of(new TlsFiles(files, nanos)) : Optional.empty();
  }

  private static void add(Map<Setting, Path> files, Settings settings, Setting setting) {
    String file = settings.get(setting).strip();
    if (!file.isEmpty()) {
      files.put(setting, Path.of(file));
    }
  }

  private Map<Setting, String> read() {
    Map<Setting, String> read = new TreeMap<>();
    files.forEach(
        (setting, file) -> {
          try {
            read.put(setting, Files.readString(file));
          } catch (IOException unreadable) {
            throw new InvalidSettingException(
                "%s: %s cannot be read: %s"
                    .formatted(setting.key(), file, FileProblem.reason(unreadable)));
          }
        });
    return read;
  }

  /**
   * The context of the current files, for client and server. It presents the certificate, and
   * trusts the authorities of {@code http.tls.ca} (by default, those of the JVM). The same object
   * until the files change; invalid files do not replace it.
   */
  public synchronized SSLContext context() {
    long now = nanos.getAsLong();
    if (now - lastCheckNanos >= FILE_CHECK_INTERVAL.toNanos()) {
      lastCheckNanos = now;
      reloadIfChanged();
    }
    return context;
  }

  private void reloadIfChanged() {
    try {
      Map<Setting, String> now = read();
      if (!now.equals(texts)) {
        // set even if the files are invalid, so that the error is logged once
        texts = now;
        context = TlsContext.of(now);
        LOG.atInfo().addKeyValue("files", files.values()).log("tls files reloaded");
      }
    } catch (InvalidSettingException unusable) {
      LOG.atWarn().addKeyValue("reason", unusable.getMessage()).log("tls files rejected");
    }
  }

  /** Whether clients may present a certificate: authorities are configured. */
  boolean requestsClientCertificate() {
    return files.containsKey(Setting.HTTP_TLS_CA);
  }
}
