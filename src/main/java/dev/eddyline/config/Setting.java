package dev.eddyline.config;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Eddyline's own settings: name, default, meaning. The one place where they are documented. */
public enum Setting {
  BOOTSTRAP_SERVERS("bootstrap.servers", "127.0.0.1:9092", "Kafka brokers, host:port,…"),
  SCHEMA_REGISTRY_URL(
      "schema.registry.url", "http://127.0.0.1:8081", "Confluent-compatible schema registry"),
  APPLICATION_ID(
      "application.id", "eddyline", "consumer group, transactional ids and changelog topics"),
  TOPIC_PREFIX("topic.prefix", "", "stands before every topic name"),
  PREDECESSOR(
      "predecessor",
      "",
      "application.id whose place this one takes, with warm.from; it must have ended"),
  WARM_FROM(
      "warm.from", "", "up to 72h: how far back what the predecessor had taken is read once more"),
  POLICY("policy", "default", "presets, files or folders (*.yaml), commas between: what decides"),
  GRAPHS("graphs", "", "files of workflows' graphs, commas between: tasks are followed on them"),
  STATE_DIR("state.dir", "eddyline-state", "folder of the local state; lost state is restored"),
  STORE_TYPE("store.type", "rocksdb", "rocksdb or in_memory"),
  STORE_MEMORY_MB("store.memory.mb", "256", "RocksDB's cache and write buffers, all stores, MiB"),
  CANARY_EVERY(
      "canary.every",
      "30",
      "seconds between two events by which each partition tries itself, 0 to 60; 0: none, no alert"),
  MEANING_THREADS(
      "meaning.threads",
      "1",
      "threads that run the sentence model here, 0 to 64; 0 only where other instances run it"),
  LOG_FORMAT("log.format", "text", "text for people, json for collectors: a line each"),
  OTEL_EXPORTER_OTLP_ENDPOINT(
      "otel.exporter.otlp.endpoint",
      "",
      "http://host:4318 of an OTLP receiver for spans; OTEL_EXPORTER_OTLP_ENDPOINT too; empty: none"),
  HTTP_HOST(
      "http.host",
      "127.0.0.1",
      "address of console and API; other than loopback only with tokens or http.user.header"),
  HTTP_PORT("http.port", "8090", "their port, 0 to 65535; 0 picks a free one"),
  HTTP_TOKEN(
      "http.token",
      "",
      "simple form of http.tokens: one token with all roles, 16 characters or more; the same on all"
          + " instances"),
  HTTP_USER_HEADER(
      "http.user.header", "", "header in which a proxy that signs people in names the user"),
  HTTP_PROXIES(
      "http.proxies",
      "",
      "IP addresses or networks (10.1.0.0/16) of proxies and ingresses, commas between: from these only"
          + " X-Forwarded-For is believed, whose last hop is then the client's address, and"
          + " X-Forwarded-Proto and http.user.header"),
  HTTP_NAMES(
      "http.names",
      "",
      "names under which the console is reached, commas between: host, host:port or"
          + " https://host:port; loopback's are"),
  HTTP_TOKENS(
      "http.tokens",
      "",
      "YAML file of named tokens, hashed, with roles (eddyline token makes one); read anew when it"
          + " changes"),
  HTTP_GROUPS_HEADER(
      "http.groups.header",
      "",
      "header in which that proxy names the user's groups, commas between"),
  HTTP_GROUPS(
      "http.groups",
      "",
      "roles of those groups: group=role+role, commas between; roles are ingest, view, decide, admin"),
  HTTP_PROXY_CERTIFICATES(
      "http.proxy.certificates",
      "",
      "SHA-256 fingerprints of those proxies' client certificates, commas between; needs http.tls.ca"),
  HTTP_TLS_CERTIFICATE(
      "http.tls.certificate",
      "",
      "PEM file of the server's certificate chain; the port then speaks TLS; read anew when it changes"),
  HTTP_TLS_KEY("http.tls.key", "", "PEM file of its private key, PKCS #8, not encrypted"),
  HTTP_TLS_CA(
      "http.tls.ca",
      "",
      "PEM file of the authorities that signed other instances' and clients' certificates"),
  HEALTH_HOST(
      "health.host",
      "127.0.0.1",
      "address of the health and metrics pages, which ask for no token"),
  HEALTH_PORT("health.port", "8091", "their port, 0 to 65535; 0 picks a free one"),
  METRICS_AGENT_NAMES(
      "metrics.agent.names",
      "true",
      "whether metrics name agents in a label; false: all are 'agent'"),
  SIGNING_SECRET(
      "signing.secret",
      "",
      "32 characters or more, the same on all instances: it signs decisions, sessions and requests"
          + " between instances. Several, commas between: the first signs, all are accepted"),
  DECISIONS_ON_AGENT_EVENTS(
      "decisions.on.agent.events",
      "false",
      "true: human_intervened counts on agent-events too, where every agent can write it"),
  DECISIONS_REQUIRE(
      "decisions.require",
      "claimed",
      "verified: only decisions count that Eddyline's console or API signed; claimed: all"),
  EVALUATOR_URL(
      "evaluator.url",
      "",
      "eddyline evaluator: an OpenAI-compatible endpoint, https://host/v1; empty: rules answer"),
  EVALUATOR_MODEL("evaluator.model", "", "name of the model that it is asked for"),
  EVALUATOR_KEY("evaluator.key", "", "its key; better in the environment than in a file"),
  EVALUATOR_TIMEOUT("evaluator.timeout", "30", "seconds to wait for an answer, 1 to 300"),
  EVALUATOR_RETRIES("evaluator.retries", "2", "tries after one that failed, 0 to 5"),
  EVALUATOR_CALLS_PER_MINUTE(
      "evaluator.calls.per.minute", "20", "calls in a minute at most; beyond, rules answer"),
  EVALUATOR_USD_PER_DAY(
      "evaluator.usd.per.day",
      "0",
      "US dollars in a day (UTC) at most, each process; beyond, rules answer; 0: any"),
  EVALUATOR_USD_PER_MILLION_IN(
      "evaluator.usd.per.million.in", "0", "price of a million tokens sent, US dollars"),
  EVALUATOR_USD_PER_MILLION_OUT(
      "evaluator.usd.per.million.out", "0", "price of a million tokens answered, US dollars");

  private final String key;
  private final String preset;
  private final String doc;

  Setting(String key, String preset, String doc) {
    this.key = key;
    this.preset = preset;
    this.doc = doc;
  }

  /** Name in files and flags. */
  public String key() {
    return key;
  }

  /** Value when nobody says otherwise. */
  public String preset() {
    return preset;
  }

  /** What it means, in one line. */
  public String doc() {
    return doc;
  }

  /** Name in the environment. */
  public String variable() {
    return "EDDYLINE_" + name();
  }

  /** The setting of this name, if it is one of ours. */
  public static Optional<Setting> of(String key) {
    return Arrays.stream(values()).filter(setting -> setting.key.equals(key)).findFirst();
  }

  /** All names. */
  public static List<String> keys() {
    return Arrays.stream(values()).map(Setting::key).toList();
  }
}
