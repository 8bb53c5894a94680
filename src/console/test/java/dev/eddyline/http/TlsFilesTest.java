package dev.eddyline.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TlsFilesTest {

  @TempDir private static Path folder;
  private static Certificates certificates;

  private final AtomicLong nanos = new AtomicLong();

  @BeforeAll
  static void sign() throws Exception {
    certificates = new Certificates(folder).sign("one", "EC").sign("two", "RSA");
  }

  private static Settings settings(Path certificate, Path key, Path authority) {
    Map<String, String> flags = new HashMap<>();
    put(flags, Setting.HTTP_TLS_CERTIFICATE, certificate);
    put(flags, Setting.HTTP_TLS_KEY, key);
    put(flags, Setting.HTTP_TLS_CA, authority);
    return Settings.mergeLayers(null, Map.of(), flags);
  }

  private static void put(Map<String, String> flags, Setting setting, Path file) {
    if (file != null) {
      flags.put(setting.key(), file.toString());
    }
  }

  private TlsFiles files(String name) {
    return TlsFiles.of(
            settings(
                certificates.certificate(name), certificates.key(name), certificates.authority()),
            nanos::get)
        .orElseThrow();
  }

  private static HttpClient client(SSLContext context) {
    return HttpClient.newBuilder().sslContext(context).build();
  }

  private static HttpResponse<String> get(LimitedServer server, HttpClient client) {
    URI page = URI.create("https://127.0.0.1:%d/certificates".formatted(server.port()));
    try {
      return client.send(
          HttpRequest.newBuilder(page).build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException refused) {
      throw new UncheckedIOException(refused);
    } catch (InterruptedException stopped) {
      throw new IllegalStateException(stopped);
    }
  }

  private static String subject(HttpResponse<String> answer) throws SSLPeerUnverifiedException {
    X509Certificate server =
        (X509Certificate) answer.sslSession().orElseThrow().getPeerCertificates()[0];
    return server.getSubjectX500Principal().getName();
  }

  @ParameterizedTest
  @ValueSource(strings = {"one", "two"})
  void instancesConnectOverTls(String name) {
    // Given
    TlsFiles files = files(name);

    try (LimitedServer server = new LimitedServer(Set.of(), Optional.of(files))) {
      // When
      HttpResponse<String> answer = get(server, client(files.context()));

      // Then
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.headers().firstValue("Strict-Transport-Security"))
          .contains("max-age=31536000");
      assertThat(answer.body()).as("certificates that the client presented").isEqualTo("1");
    }
  }

  @Test
  void handshakeFailsIfClientDoesNotTrustServer() throws Exception {
    // Given
    HttpClient others = client(SSLContext.getDefault());

    try (LimitedServer server = new LimitedServer(Set.of(), Optional.of(files("one")))) {
      // When, Then
      assertThatThrownBy(() -> get(server, others)).hasCauseInstanceOf(SSLHandshakeException.class);
    }
  }

  @Test
  void reloadsOnlyValidFiles() throws Exception {
    // Given
    Path certificate = copy(certificates.certificate("one"), "current.pem");
    Path key = copy(certificates.key("one"), "current.key");
    TlsFiles files =
        TlsFiles.of(settings(certificate, key, certificates.authority()), nanos::get).orElseThrow();
    SSLContext first = files.context();

    // When
    copy(certificates.certificate("two"), "current.pem");
    SSLContext tooEarly = files.context();
    SSLContext half = later(files);
    copy(certificates.key("two"), "current.key");
    SSLContext changed = later(files);
    SSLContext unchanged = later(files);
    Files.delete(key);
    SSLContext gone = later(files);

    // Then
    assertThat(tooEarly).isSameAs(first);
    assertThat(half).isSameAs(first);
    assertThat(changed).isNotSameAs(first);
    assertThat(unchanged).isSameAs(changed);
    assertThat(gone).isSameAs(changed);
  }

  @Test
  void reloadKeepsOpenConnections() throws Exception {
    // Given
    Path certificate = copy(certificates.certificate("one"), "served.pem");
    Path key = copy(certificates.key("one"), "served.key");
    TlsFiles files =
        TlsFiles.of(settings(certificate, key, certificates.authority()), nanos::get).orElseThrow();
    try (LimitedServer server = new LimitedServer(Set.of(), Optional.of(files))) {
      HttpClient open = client(files.context());
      String before = subject(get(server, open));

      // When
      copy(certificates.certificate("two"), "served.pem");
      copy(certificates.key("two"), "served.key");
      nanos.addAndGet(TlsFiles.FILE_CHECK_INTERVAL.toNanos());
      server.reloadTlsFiles();
      String subjectOnOpenConnection = subject(get(server, open));
      String fresh = subject(get(server, client(files.context())));

      // Then
      assertThat(before).isEqualTo("CN=one");
      assertThat(subjectOnOpenConnection).isEqualTo("CN=one");
      assertThat(fresh).isEqualTo("CN=two");
    }
  }

  @Test
  void servesClientWithoutCertificate() throws Exception {
    // Given: it trusts the same authorities, and has no key
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    try (InputStream in = Files.newInputStream(certificates.authority())) {
      trusted.setCertificateEntry(
          "ca", CertificateFactory.getInstance("X.509").generateCertificate(in));
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);

    try (LimitedServer server = new LimitedServer(Set.of(), Optional.of(files("one")))) {
      // When
      HttpResponse<String> answer = get(server, client(context));

      // Then
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.body()).isEqualTo("0");
    }
  }

  @Test
  void closesSlowHandshakeAtDeadline() {
    try (LimitedServer server = new LimitedServer(Set.of(), Optional.of(files("one")))) {
      // Given: the beginning of a long record
      RawHttpConnection wire = server.wire();
      wire.send(new byte[] {0x16, 0x03, 0x01, 0x3f, 0x00});
      server.awaitWaitingConnections(1);

      // When
      server.turnClock(LimitedServer.LIMITS.firstHeaderTimeout().plusNanos(1));

      // Then
      assertThat(wire.rest()).doesNotContain("HTTP");
    }
  }

  private SSLContext later(TlsFiles files) {
    nanos.addAndGet(TlsFiles.FILE_CHECK_INTERVAL.toNanos());
    return files.context();
  }

  private static Path copy(Path from, String to) throws IOException {
    return Files.copy(from, folder.resolve(to), StandardCopyOption.REPLACE_EXISTING);
  }

  @Test
  void hasNoTlsWithoutFiles() {
    assertThat(TlsFiles.of(settings(null, null, null))).isEmpty();
  }

  @Test
  void rejectsConflictingTlsSettings() {
    Path certificate = certificates.certificate("one");
    Path key = certificates.key("one");
    Path authority = certificates.authority();

    assertRefused(settings(certificate, null, null), "http.tls.key");
    assertRefused(settings(null, key, null), "http.tls.certificate");
    assertRefused(settings(null, null, authority), "http.tls.ca");
    assertRefused(settings(certificate, certificates.key("two"), null), "http.tls.key: is not");
    assertRefused(settings(certificate, folder.resolve("none"), null), "none cannot be read");
    assertRefused(settings(certificate, certificate, null), "http.tls.key");
    assertRefused(settings(key, key, null), "http.tls.certificate");
    assertRefused(settings(certificate, key, key), "http.tls.ca");
  }

  private static void assertRefused(Settings settings, String reason) {
    assertThatThrownBy(() -> TlsFiles.of(settings))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining(reason);
  }
}
