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
      "application.id",
      "eddyline",
      "name of the consumer group, transactional ids and changelog topics"),
  TOPIC_PREFIX("topic.prefix", "", "prefix of every topic name"),
  PREDECESSOR(
      "predecessor",
      "",
      "application.id of the stopped application to take over from; requires warm.from"),
  WARM_FROM(
      "warm.from",
      "",
      "warm-up: reprocess this much of the predecessor's input without publishing, up to 72h"),
  POLICY("policy", "default", "policies: presets, files or folders (*.yaml), separated by commas"),
  GRAPHS(
      "graphs",
      "",
      "files or folders of workflow graphs, separated by commas; tasks are checked against them"),
  EVENTS_FORMATS(
      "events.formats",
      "avro,json,cloudevents",
      "formats that are read on agent-events and gate-decisions, separated by commas; records in"
          + " others are dead-lettered"),
  STATE_DIR(
      "state.dir",
      "eddyline-state",
      "folder of the local state; lost state is restored from the changelogs"),
  STORE_TYPE("store.type", "rocksdb", "rocksdb or in_memory"),
  STORE_MEMORY_MB(
      "store.memory.mb",
      "256",
      "memory of all stores, MiB: a quarter for Kafka Streams' record cache, the rest for RocksDB"),
  CANARY_EVERY(
      "canary.every",
      "30",
      "seconds between two self-test events of each partition, 0 to 60; 0: no self-test and no"
          + " alert"),
  MEANING_THREADS(
      "meaning.threads",
      "1",
      "threads that run the sentence model, 0 to 64; 0 only if other instances run it"),
  LOG_FORMAT("log.format", "text", "log format: text or json, one line an event"),
  OTEL_EXPORTER_OTLP_ENDPOINT(
      "otel.exporter.otlp.endpoint",
      "",
      "OTLP endpoint for spans, http://host:4318; also OTEL_EXPORTER_OTLP_ENDPOINT; empty: no"
          + " spans"),
  OTLP_HOST(
      "otlp.host",
      "127.0.0.1",
      "address that receives OTLP over HTTP; any but loopback requires tokens"),
  OTLP_PORT(
      "otlp.port",
      "",
      "port that receives OTLP over HTTP (/v1/traces, /v1/logs), usually 4318; 0 selects a free"
          + " one; empty: no OTLP"),
  OTLP_DELAY(
      "otlp.delay",
      "2s",
      "how long a span waits for the names of its ancestors, and then for earlier events of its"
          + " task; 0.1s to 60s. Events are published twice this time after Kafka has the span"),
  OTLP_MAPPING(
      "otlp.mapping",
      "",
      "YAML file whose entries precede those of the shipped otlp-mapping.yaml; empty: the shipped"
          + " ones"),
  HTTP_HOST(
      "http.host",
      "127.0.0.1",
      "address of console and API; any but loopback requires tokens or http.user.header"),
  HTTP_PORT("http.port", "8090", "port of console and API, 0 to 65535; 0 selects a free one"),
  HTTP_TOKEN(
      "http.token",
      "",
      "simple form of http.tokens for people: one token with the role admin, 16 characters or more;"
          + " the same on all instances; agents need http.tokens"),
  HTTP_USER_HEADER(
      "http.user.header", "", "header in which an authenticating proxy names the user"),
  HTTP_PROXIES(
      "http.proxies",
      "",
      "IP addresses or networks (10.1.0.0/16) of trusted proxies and ingresses, separated by"
          + " commas. Only their X-Forwarded-For (the last address is the client),"
          + " X-Forwarded-Proto and http.user.header are accepted"),
  HTTP_NAMES(
      "http.names",
      "",
      "host names of the console, separated by commas: host, host:port or"
          + " https://host:port; loopback names are always accepted"),
  HTTP_TOKENS(
      "http.tokens",
      "",
      "YAML file of named, hashed tokens with roles (created by eddyline token); reloaded when it"
          + " changes"),
  HTTP_GROUPS_HEADER(
      "http.groups.header",
      "",
      "header in which the authenticating proxy names the user's groups, separated by commas"),
  HTTP_GROUPS(
      "http.groups",
      "",
      "roles of groups: group=role+role, separated by commas; roles are ingest, view, decide,"
          + " admin"),
  HTTP_PROXY_CERTIFICATES(
      "http.proxy.certificates",
      "",
      "SHA-256 fingerprints of the proxies' client certificates, separated by commas; requires"
          + " http.tls.ca"),
  HTTP_TLS_CERTIFICATE(
      "http.tls.certificate",
      "",
      "PEM file of the server's certificate chain, enables TLS; reloaded when it changes"),
  HTTP_TLS_KEY("http.tls.key", "", "PEM file of the server's private key, PKCS #8, not encrypted"),
  HTTP_TLS_CA("http.tls.ca", "", "PEM file of the CA certificates of other instances and clients"),
  HEALTH_HOST(
      "health.host",
      "127.0.0.1",
      "address of the health and metrics pages, which require no token"),
  HEALTH_PORT(
      "health.port",
      "8091",
      "port of the health and metrics pages, 0 to 65535; 0 selects a free one"),
  METRICS_AGENT_NAMES(
      "metrics.agent.names",
      "true",
      "whether metrics name agents in a label; false: the label is always 'agent'"),
  SIGNING_SECRET(
      "signing.secret",
      "",
      "secret that signs decisions, sessions and requests between instances, 32 characters or more,"
          + " the same on all instances. Several, separated by commas: the first signs, all are"
          + " accepted"),
  DECISIONS_ON_AGENT_EVENTS(
      "decisions.on.agent.events",
      "false",
      "true: human_intervened is also accepted on agent-events, which every agent can write"),
  DECISIONS_REQUIRE(
      "decisions.require",
      "claimed",
      "verified: only decisions signed by Eddyline's console or API are accepted; claimed: all"),
  EVALUATOR_URL(
      "evaluator.url",
      "",
      "OpenAI-compatible endpoint of eddyline evaluator, https://host/v1; empty: bundled rules"
          + " answer"),
  EVALUATOR_MODEL("evaluator.model", "", "model name of the evaluator"),
  EVALUATOR_KEY(
      "evaluator.key", "", "API key of the evaluator; prefer the environment over a file"),
  EVALUATOR_TIMEOUT(
      "evaluator.timeout", "30", "timeout of the evaluator's calls in seconds, 1 to 300"),
  EVALUATOR_RETRIES("evaluator.retries", "2", "retries after a failed call, 0 to 5"),
  EVALUATOR_CALLS_PER_MINUTE(
      "evaluator.calls.per.minute",
      "20",
      "maximum calls per minute; above it, bundled rules answer"),
  EVALUATOR_USD_PER_DAY(
      "evaluator.usd.per.day",
      "0",
      "maximum US dollars per day (UTC) and process; above it, bundled rules answer; 0: no limit"),
  EVALUATOR_USD_PER_MILLION_IN(
      "evaluator.usd.per.million.in", "0", "price of a million input tokens, US dollars"),
  EVALUATOR_USD_PER_MILLION_OUT(
      "evaluator.usd.per.million.out", "0", "price of a million output tokens, US dollars"),
  CONSOLE_URL(
      "console.url",
      "",
      "address of the console as people reach it, https://host. Notifications and hooks link to it;"
          + " empty: notifications have no links, hooks link to the host that they call"),
  CONSOLE_TRACE_URL(
      "console.trace.url",
      "",
      "address of a trace in your tracing system, with {traceId} for its id:"
          + " https://tracing.example/trace/{traceId}. The console links events to it; empty: no"
          + " links"),
  NOTIFIER_TARGETS(
      "notifier.targets", "", "YAML file of the targets of eddyline notifier; it contains secrets"),
  NOTIFIER_NETWORKS(
      "notifier.networks",
      "",
      "private IP addresses or networks (10.1.0.0/16) that targets may have, separated by commas;"
          + " empty: public addresses only"),
  NOTIFIER_GIVE_UP_AFTER(
      "notifier.give.up.after",
      "24h",
      "how long a notification is repeated before it is dead-lettered, 1s to 168h");

  private final String key;
  private final String defaultValue;
  private final String description;

  Setting(String key, String defaultValue, String description) {
    this.key = key;
    this.defaultValue = defaultValue;
    this.description = description;
  }

  /** Name in files and flags. */
  public String key() {
    return key;
  }

  /** Default value. */
  public String defaultValue() {
    return defaultValue;
  }

  /** Description in one line. */
  public String description() {
    return description;
  }

  /** Name in the environment. */
  public String variable() {
    return "EDDYLINE_" + name();
  }

  /** The setting of this name, if it exists. */
  public static Optional<Setting> of(String key) {
    return Arrays.stream(values()).filter(setting -> setting.key.equals(key)).findFirst();
  }

  /** All names. */
  public static List<String> keys() {
    return Arrays.stream(values()).map(Setting::key).toList();
  }
}
