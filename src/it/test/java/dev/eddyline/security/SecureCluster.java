package dev.eddyline.security;

import dev.eddyline.access.TokenFiles;
import dev.eddyline.app.EventFeed;
import dev.eddyline.app.TestCluster;
import dev.eddyline.cluster.TopicAdmin;
import dev.eddyline.local.SecureBroker;
import dev.eddyline.security.AclFile.AclRule;
import dev.eddyline.topics.TopicCatalogue;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.awaitility.Awaitility;

/** A broker with authentication and ACLs, Eddyline's topics and any number of users. */
final class SecureCluster implements AutoCloseable {

  static final String PREFIX = "guarded-";

  private static final String SASL_PASSWORD = "sasl-Planted-1a7f";
  private static final String KEY_PASSWORD = "key-Planted-2b8e";
  private static final String TRUST_PASSWORD = "trust-Planted-3c9d";
  static final String REGISTRY_PASSWORD = "registry-Planted-4dac";

  /** The console's token. */
  static final String HTTP_TOKEN = "http-Planted-5ebd-token";

  static final String AGENT_TOKEN = "agent-Planted-77c1-token";

  /** Secrets in the settings, which must not appear anywhere else. */
  static final List<String> SECRETS =
      List.of(
          SASL_PASSWORD, KEY_PASSWORD, TRUST_PASSWORD, REGISTRY_PASSWORD, HTTP_TOKEN, AGENT_TOKEN);

  private static final int PARTITIONS = 2;
  private static final int ITERATIONS = 4096;
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final Path keys;
  private final Path trusted;
  private final SecureBroker broker;
  private final Admin admin;
  private final EventFeed feed;

  /** Starts it; key stores go into the folder. */
  SecureCluster(Path folder) throws Exception {
    keys = KeyStores.withNewKey(folder.resolve("keys.p12"), KEY_PASSWORD);
    trusted = KeyStores.trusting(keys, KEY_PASSWORD, folder.resolve("trusted.p12"), TRUST_PASSWORD);
    broker = SecureBroker.start(keys, KEY_PASSWORD);
    Map<String, Object> everything = Map.of("bootstrap.servers", broker.inside());
    TopicCatalogue topics = TopicCatalogue.load(PREFIX).withPartitions(PARTITIONS);
    try (TopicAdmin topicAdmin = new TopicAdmin(topics, everything, LIMIT)) {
      topicAdmin.create((short) 1);
    }
    admin = Admin.create(everything);
    feed = new EventFeed(broker.inside(), TestCluster.shared().registryUrl(), topics);
  }

  /** Writes and reads as the superuser. */
  EventFeed feed() {
    return feed;
  }

  /** Creates a user with these ACLs; user and application have the same name. */
  void allow(String id, List<AclRule> rights) throws Exception {
    var scram = new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, ITERATIONS);
    admin
        .alterUserScramCredentials(
            List.of(new UserScramCredentialUpsertion(id, scram, SASL_PASSWORD)))
        .all()
        .get();
    var acls = rights.stream().map(right -> right.of(id, PREFIX, id)).toList();
    admin.createAcls(acls).all().get();
    Awaitility.await()
        .until(() -> knows(id) && rights.stream().allMatch(right -> hasAcl(right, id)));
  }

  private boolean knows(String id) throws Exception {
    return admin.describeUserScramCredentials().all().get().containsKey(id);
  }

  private boolean hasAcl(AclRule right, String id) {
    try {
      return !admin.describeAcls(right.of(id, PREFIX, id).toFilter()).values().get().isEmpty();
    } catch (Exception failed) {
      throw new IllegalStateException(failed);
    }
  }

  /** The offsets that the user's processor has committed. */
  List<Long> committed(String id) throws Exception {
    return admin
        .listConsumerGroupOffsets(id)
        .partitionsToOffsetAndMetadata()
        .get()
        .values()
        .stream()
        .map(OffsetAndMetadata::offset)
        .toList();
  }

  /** Settings of the user's processor, as in a file. */
  Map<String, String> settings(String id) {
    Map<String, String> settings = new TreeMap<>();
    settings.put("bootstrap.servers", broker.outside());
    settings.put("security.protocol", "SASL_SSL");
    settings.put("sasl.mechanism", "SCRAM-SHA-512");
    settings.put(
        "sasl.jaas.config",
        "org.apache.kafka.common.security.scram.ScramLoginModule required username=\"%s\" password=\"%s\";"
            .formatted(id, SASL_PASSWORD));
    settings.put("ssl.keystore.type", "PKCS12");
    settings.put("ssl.keystore.location", keys.toString());
    settings.put("ssl.keystore.password", KEY_PASSWORD);
    settings.put("ssl.key.password", KEY_PASSWORD);
    settings.put("ssl.truststore.type", "PKCS12");
    settings.put("ssl.truststore.location", trusted.toString());
    settings.put("ssl.truststore.password", TRUST_PASSWORD);
    settings.put("schema.registry.url", TestCluster.shared().registryUrl());
    settings.put("basic.auth.credentials.source", "USER_INFO");
    settings.put("basic.auth.user.info", "reader:" + REGISTRY_PASSWORD);
    settings.put("application.id", id);
    settings.put("topic.prefix", PREFIX);
    settings.put("state.dir", "target/test-state/" + id + "-" + UUID.randomUUID());
    settings.put("http.port", "0");
    settings.put("health.port", "0");
    settings.put("http.token", HTTP_TOKEN);
    settings.put("http.tokens", TokenFiles.of(AGENT_TOKEN, "ingest"));
    settings.put("num.stream.threads", "1");
    return settings;
  }

  @Override
  public void close() {
    feed.close();
    admin.close();
    broker.close();
  }
}
