package dev.eddyline.http;

import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.config.Setting;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.util.HashMap;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.SslConfigs;
import org.apache.kafka.common.config.types.Password;
import org.apache.kafka.common.security.ssl.DefaultSslEngineFactory;

/** Creates a TLS context from PEM texts, with Kafka's PEM reader. */
final class TlsContext {

  private static final Map<String, String> SIGNATURE_ALGORITHM_BY_KEY_ALGORITHM =
      Map.of("RSA", "SHA256withRSA", "EC", "SHA256withECDSA", "DSA", "SHA256withDSA");

  private TlsContext() {}

  /**
   * The context of a certificate chain and its key and, if given, authorities.
   *
   * @throws InvalidSettingException naming the setting whose text is unusable
   */
  static SSLContext of(Map<Setting, String> pem) {
    String authorities = pem.get(Setting.HTTP_TLS_CA);
    if (authorities != null) {
      // checked alone first, so that an error does not name the key
      engine(authorities(authorities), "http.tls.ca").close();
    }
    Map<String, Object> config = new HashMap<>();
    config.put(SslConfigs.SSL_KEYSTORE_TYPE_CONFIG, DefaultSslEngineFactory.PEM_TYPE);
    config.put(
        SslConfigs.SSL_KEYSTORE_CERTIFICATE_CHAIN_CONFIG,
        new Password(pem.get(Setting.HTTP_TLS_CERTIFICATE)));
    config.put(SslConfigs.SSL_KEYSTORE_KEY_CONFIG, new Password(pem.get(Setting.HTTP_TLS_KEY)));
    if (authorities != null) {
      config.putAll(authorities(authorities));
    }
    DefaultSslEngineFactory engine = engine(config, "http.tls.certificate, http.tls.key");
    requireMatch(engine.keystore());
    return engine.sslContext();
  }

  private static Map<String, Object> authorities(String pem) {
    return Map.of(
        SslConfigs.SSL_TRUSTSTORE_TYPE_CONFIG,
        DefaultSslEngineFactory.PEM_TYPE,
        SslConfigs.SSL_TRUSTSTORE_CERTIFICATES_CONFIG,
        new Password(pem));
  }

  private static DefaultSslEngineFactory engine(Map<String, Object> config, String settings) {
    DefaultSslEngineFactory engine = new DefaultSslEngineFactory();
    try {
      engine.configure(new ConfigDef().withClientSslSupport().parse(config));
    } catch (KafkaException | IllegalArgumentException unusable) {
      throw new InvalidSettingException(
          "%s: cannot be used: %s; PEM is expected, and a key in PKCS #8 that is not encrypted"
              .formatted(settings, reason(unusable)));
    }
    return engine;
  }

  /** The root cause: Kafka's outer messages name its own settings. */
  private static String reason(Throwable failed) {
    Throwable cause = failed;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause.getMessage();
  }

  /** Checks that key and certificate match; otherwise each handshake fails without a reason. */
  private static void requireMatch(KeyStore store) {
    try {
      String alias = store.aliases().nextElement();
      Key key = store.getKey(alias, null);
      PublicKey certified = store.getCertificate(alias).getPublicKey();
      if (key instanceof PrivateKey own && !matches(own, certified)) {
        throw new InvalidSettingException(
            "http.tls.key: is not the key of the first certificate in http.tls.certificate");
      }
    } catch (GeneralSecurityException unusable) {
      throw new InvalidSettingException(
          "http.tls.certificate, http.tls.key: cannot be used: " + unusable.getMessage());
    }
  }

  private static boolean matches(PrivateKey key, PublicKey certified)
      throws GeneralSecurityException {
    if (!key.getAlgorithm().equals(certified.getAlgorithm())) {
      return false;
    }
    byte[] sample = {1, 2, 3};
    Signature signature =
        Signature.getInstance(SIGNATURE_ALGORITHM_BY_KEY_ALGORITHM.get(key.getAlgorithm()));
    signature.initSign(key);
    signature.update(sample);
    byte[] signed = signature.sign();
    signature.initVerify(certified);
    signature.update(sample);
    return signature.verify(signed);
  }
}
