package dev.eddyline.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/**
 * An authority with PEM files of certificates that it signed for 127.0.0.1, by the JDK's keytool.
 */
final class Certificates {

  private static final String PASSWORD = "changeit";
  private static final Base64.Encoder LINES = Base64.getMimeEncoder(64, new byte[] {'\n'});

  private final Path folder;

  /** A new authority whose files are in this folder. */
  Certificates(Path folder) throws Exception {
    this.folder = folder;
    keytool("ca", "-genkeypair", "-keyalg", "EC", "-dname", "CN=ca", "-ext", "bc:c");
    Files.write(authority(), keytool("ca", "-exportcert", "-rfc"));
  }

  /** The authority's certificate. */
  Path authority() {
    return folder.resolve("ca.pem");
  }

  /** The certificate of this name. */
  Path certificate(String name) {
    return folder.resolve(name + ".pem");
  }

  /** Its private key. */
  Path key(String name) {
    return folder.resolve(name + ".key");
  }

  /** A new key, and a certificate of this name that the authority signed. */
  Certificates sign(String name, String keyAlgorithm) throws Exception {
    keytool(name, "-genkeypair", "-keyalg", keyAlgorithm, "-dname", "CN=" + name);
    Path request = folder.resolve(name + ".csr");
    Files.write(request, keytool(name, "-certreq"));
    byte[] signed =
        keytool(
            "ca", "-gencert", "-rfc", "-infile", request.toString(), "-ext", "san=ip:127.0.0.1");
    Files.write(certificate(name), signed);
    Files.writeString(key(name), pem("PRIVATE KEY", encodedKey(name)));
    return this;
  }

  private byte[] encodedKey(String name) throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance(folder.resolve(name + ".p12").toFile(), chars());
    return store.getKey(name, chars()).getEncoded();
  }

  private static char[] chars() {
    return PASSWORD.toCharArray();
  }

  private static String pem(String what, byte[] bytes) {
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
        .formatted(what, LINES.encodeToString(bytes), what);
  }

  private byte[] keytool(String name, String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(Arrays.asList(arguments));
    command.addAll(List.of("-alias", name, "-storetype", "PKCS12", "-storepass", PASSWORD));
    command.addAll(List.of("-keystore", folder.resolve(name + ".p12").toString()));
    Path keytoolErrorLog = folder.resolve("keytool.log");
    Process keytool = new ProcessBuilder(command).redirectError(keytoolErrorLog.toFile()).start();
    byte[] out = keytool.getInputStream().readAllBytes();
    if (keytool.waitFor() != 0) {
      throw new IOException(
          new String(out, StandardCharsets.UTF_8) + Files.readString(keytoolErrorLog));
    }
    return out;
  }
}
