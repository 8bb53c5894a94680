package dev.eddyline.security;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;

/** Key stores (PKCS12) for a server and its clients on 127.0.0.1. */
final class KeyStores {

  private static final String ALIAS = "eddyline";

  private KeyStores() {}

  /** A new key with a certificate of its own, by the JDK's keytool. */
  static Path withNewKey(Path store, String password) throws IOException, InterruptedException {
    Process keytool =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                    "-genkeypair",
                    "-alias",
                    ALIAS,
                    "-keyalg",
                    "EC",
                    "-dname",
                    "CN=eddyline",
                    "-ext",
                    "san=ip:127.0.0.1",
                    "-storetype",
                    "PKCS12",
                    "-storepass",
                    password,
                    "-keystore",
                    store.toString()))
            .redirectErrorStream(true)
            .start();
    String keytoolOutput =
        new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (keytool.waitFor() != 0) {
      throw new IOException(keytoolOutput);
    }
    return store;
  }

  /** The key's certificate in a trust store with its own password. */
  static Path trusting(Path store, String password, Path trustStore, String trustPassword)
      throws IOException, GeneralSecurityException {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, password.toCharArray());
    }
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry(ALIAS, keys.getCertificate(ALIAS));
    try (OutputStream out = Files.newOutputStream(trustStore)) {
      trusted.store(out, trustPassword.toCharArray());
    }
    return trustStore;
  }
}
