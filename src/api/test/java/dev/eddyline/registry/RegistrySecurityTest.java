package dev.eddyline.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class RegistrySecurityTest {

  private static final Schema STRING = Schema.create(Schema.Type.STRING);
  private static final String PASSWORD = "changeit";

  @TempDir private Path folder;

  @Test
  void sendsAUserAndPassword() throws IOException {
    // Given
    try (StubRegistry server = StubRegistry.start();
        var registry =
            RegistrySamples.registry(
                with(
                    server,
                    Map.of(
                        "basic.auth.credentials.source", "USER_INFO",
                        "basic.auth.user.info", "me:secret")))) {

      // When
      registry.schemaOf(1);

      // Then
      assertThat(server.authorizations()).containsExactly("Basic " + base64("me:secret"));
    }
  }

  @Test
  void usesUserAndPasswordFromTheAddress() throws IOException {
    // Given
    try (StubRegistry server = StubRegistry.start();
        var registry =
            RegistrySamples.registry(
                Map.of(
                    "schema.registry.url",
                    "http://me:secret@127.0.0.1:" + server.port(),
                    "basic.auth.credentials.source",
                    "URL"))) {

      // When
      registry.schemaOf(1);

      // Then
      assertThat(server.authorizations()).containsExactly("Basic " + base64("me:secret"));
    }
  }

  @Test
  void sendsABearerToken() throws IOException {
    // Given
    try (StubRegistry server = StubRegistry.start();
        var registry =
            RegistrySamples.registry(
                with(
                    server,
                    Map.of(
                        "bearer.auth.credentials.source", "STATIC_TOKEN",
                        "bearer.auth.token", "abc")))) {

      // When
      registry.schemaOf(1);

      // Then
      assertThat(server.authorizations()).containsExactly("Bearer abc");
    }
  }

  @Test
  void trustsTheCertificateInTheTrustStore() throws Exception {
    // Given
    Path store = keyStore("ip:127.0.0.1");
    try (StubRegistry server = StubRegistry.startTls(context(store));
        var registry = RegistrySamples.registry(with(server, trusting(store)))) {

      // When
      Schema schema = registry.schemaOf(1);

      // Then
      assertThat(schema).isEqualTo(STRING);
    }
  }

  @Test
  void trustsACertificateInPemForm() throws Exception {
    // Given
    Path store = keyStore("ip:127.0.0.1");
    KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
    String certificate =
        "-----BEGIN CERTIFICATE-----\n%s\n-----END CERTIFICATE-----\n"
            .formatted(
                Base64.getMimeEncoder()
                    .encodeToString(keys.getCertificate("registry").getEncoded()));
    Path pem = Files.writeString(folder.resolve("ca.pem"), certificate);
    Map<String, Object> trusting =
        Map.of(
            "schema.registry.ssl.truststore.type",
            "PEM",
            "schema.registry.ssl.truststore.location",
            pem.toString());
    try (StubRegistry server = StubRegistry.startTls(context(store));
        var registry = RegistrySamples.registry(with(server, trusting))) {

      // When
      Schema schema = registry.schemaOf(1);

      // Then
      assertThat(schema).isEqualTo(STRING);
    }
  }

  @Test
  void aMissingTrustStoreIsNamed() throws IOException {
    // Given
    try (StubRegistry server = StubRegistry.start()) {
      Map<String, Object> properties =
          with(server, Map.of("schema.registry.ssl.truststore.location", "/absent/ca.pem"));

      // When // Then
      assertThatIllegalArgumentException()
          .isThrownBy(
              () -> new ConfluentSchemaRegistry(properties, new RecordingAvailabilityListener()))
          .withMessageContaining("schema.registry.ssl.")
          .withMessageContaining("/absent/ca.pem");
    }
  }

  @Test
  void refusesACertificateOfAnotherHost() throws Exception {
    // Given
    Path store = keyStore("dns:registry.invalid");
    RecordingAvailabilityListener listener = new RecordingAvailabilityListener();
    try (StubRegistry server = StubRegistry.startTls(context(store));
        var registry = new ConfluentSchemaRegistry(with(server, trusting(store)), listener)) {

      // When
      CompletableFuture.runAsync(() -> registry.schemaOf(1));

      // Then
      await().until(() -> !listener.calls().isEmpty());
      assertThat(listener.calls().get(0)).contains("SSLHandshakeException");
      assertThat(server.requests()).isEmpty();
    }
  }

  private static Map<String, Object> with(StubRegistry server, Map<String, Object> more) {
    Map<String, Object> properties = new HashMap<>(server.properties());
    properties.putAll(more);
    return properties;
  }

  private static Map<String, Object> trusting(Path store) {
    return Map.of(
        "schema.registry.ssl.truststore.location",
        store.toString(),
        "schema.registry.ssl.truststore.password",
        PASSWORD,
        "schema.registry.ssl.truststore.type",
        "PKCS12");
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private Path keyStore(String host) throws IOException, InterruptedException {
    Path store = folder.resolve("store.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "registry",
                "-keyalg",
                "EC",
                "-dname",
                "CN=registry",
                "-ext",
                "san=" + host,
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keystore",
                store.toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(keytool.waitFor()).as(output).isZero();
    return store;
  }

  private static SSLContext context(Path store) throws Exception {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return context;
  }
}
