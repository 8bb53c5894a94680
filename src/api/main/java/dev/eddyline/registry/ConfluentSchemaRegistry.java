package dev.eddyline.registry;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.flink.avro.registry.confluent.shaded.io.confluent.kafka.schemaregistry.ParsedSchema;
import org.apache.flink.avro.registry.confluent.shaded.io.confluent.kafka.schemaregistry.SchemaProvider;
import org.apache.flink.avro.registry.confluent.shaded.io.confluent.kafka.schemaregistry.avro.AvroSchema;
import org.apache.flink.avro.registry.confluent.shaded.io.confluent.kafka.schemaregistry.avro.AvroSchemaProvider;
import org.apache.flink.avro.registry.confluent.shaded.io.confluent.kafka.schemaregistry.client.CachedSchemaRegistryClient;
import org.apache.flink.avro.registry.confluent.shaded.io.confluent.kafka.schemaregistry.client.SchemaMetadata;
import org.apache.flink.avro.registry.confluent.shaded.io.confluent.kafka.schemaregistry.client.SchemaRegistryClient;
import org.apache.flink.avro.registry.confluent.shaded.io.confluent.kafka.schemaregistry.client.rest.RestService;
import org.apache.flink.avro.registry.confluent.shaded.io.confluent.kafka.schemaregistry.client.rest.exceptions.RestClientException;
import org.apache.flink.avro.registry.confluent.shaded.io.confluent.kafka.schemaregistry.testutil.MockSchemaRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A client of Confluent-compatible schema registries, and the only class that uses Confluent's own
 * client.
 *
 * <p>Only three responses are final for a schema: 404 with one of Confluent's codes 404xx, 409 and
 * 422. Every other failure (no connection, a proxy's 404, rejected credentials, a response that is
 * not JSON) is treated as an outage and retried.
 */
public final class ConfluentSchemaRegistry implements SchemaRegistry {

  private static final Logger LOG = LoggerFactory.getLogger(ConfluentSchemaRegistry.class);
  private static final int CLIENT_CACHE_SIZE = 1000;

  /**
   * HTTP status: the schema is incompatible with earlier ones, or another client has just
   * registered one.
   */
  private static final int CONFLICT = 409;

  private final RegistrySettings settings;
  private final RetryingRegistryCalls calls;
  private final SchemaRegistryClient client;
  private final Runnable switchToNextRegistryUrl;
  private final Map<Integer, Schema> schemas = new ConcurrentHashMap<>();
  private final Map<String, Map<Schema, Integer>> ids = new ConcurrentHashMap<>();

  /**
   * A client with Confluent's properties: {@code schema.registry.url} (several separated by commas,
   * or {@code mock://scope}), {@code auto.register.schemas}, {@code use.latest.version}, {@code
   * normalize.schemas}, {@code basic.auth.*}, {@code bearer.auth.*}, {@code schema.registry.ssl.*}.
   * Sends no request yet. Calls are retried until the client is closed.
   *
   * @throws IllegalArgumentException naming the property that is wrong
   */
  public ConfluentSchemaRegistry(Map<String, ?> properties, AvailabilityListener listener) {
    this(properties, listener, Optional.empty());
  }

  /** A client whose calls are not retried after this time: for commands that end. */
  public ConfluentSchemaRegistry(Map<String, ?> properties, Duration timeout) {
    this(properties, AvailabilityListener.NONE, Optional.of(timeout));
  }

  private ConfluentSchemaRegistry(
      Map<String, ?> properties, AvailabilityListener listener, Optional<Duration> timeout) {
    this.settings = RegistrySettings.of(properties);
    this.calls = new RetryingRegistryCalls(settings.shownUrls(), listener, timeout);
    List<SchemaProvider> providers = List.of(new StrictSchemaProvider());
    String mockScope = MockSchemaRegistry.validateAndMaybeGetMockScope(settings.urls());
    if (mockScope == null) {
      RestService rest = new RestService(settings.urls());
      this.client = client(rest, providers, settings);
      this.switchToNextRegistryUrl = () -> rest.getBaseUrls().fail(rest.getBaseUrls().current());
    } else {
      this.client = MockSchemaRegistry.getClientForScope(mockScope, providers);
      this.switchToNextRegistryUrl = () -> {};
    }
    if (settings.autoRegister() && settings.useLatest()) {
      LOG.warn("use.latest.version has no effect while auto.register.schemas is true");
    }
  }

  private static SchemaRegistryClient client(
      RestService rest, List<SchemaProvider> providers, RegistrySettings settings) {
    try {
      return new CachedSchemaRegistryClient(
          rest, CLIENT_CACHE_SIZE, providers, settings.client(), Map.of());
    } catch (RuntimeException failed) {
      Throwable cause = failed;
      while (cause.getCause() != null) {
        cause = cause.getCause();
      }
      throw new IllegalArgumentException(
          "schema.registry.ssl.*, basic.auth.* or bearer.auth.*: %s: %s"
              .formatted(cause.getClass().getSimpleName(), cause.getMessage()),
          failed);
    }
  }

  @Override
  public int idOf(String subject, Schema schema) {
    Map<Schema, Integer> known = ids.get(subject);
    Integer id = known == null ? null : known.get(schema);
    if (id == null) {
      id = calls.callWithRetry(() -> fetchSchemaId(subject, schema));
      ids.computeIfAbsent(subject, s -> new ConcurrentHashMap<>()).put(schema, id);
    }
    return id;
  }

  @Override
  public Schema schemaOf(int id) {
    Schema schema = schemas.get(id);
    if (schema == null) {
      schema = calls.callWithRetry(() -> fetchSchema(id));
      schemas.put(id, schema);
    }
    return schema;
  }

  private Schema fetchSchema(int id) throws RetryingRegistryCalls.RetryableCallException {
    try {
      return parse(client.getSchemaById(id));
    } catch (Exception e) {
      Exception cause = unwrapped(e);
      if (cause instanceof UnreadableSchemaException) {
        throw new UnknownSchemaException(id, cause.getMessage());
      }
      if (cause instanceof RestClientException response && isNotFoundResponse(response)) {
        throw new UnknownSchemaException(
            id,
            "not known to the registry at %s; was the value written with another registry? (%s)"
                .formatted(settings.shownUrls(), oneLineMessageOf(response)));
      }
      throw toRetryableException(cause);
    }
  }

  private int fetchSchemaId(String subject, Schema schema)
      throws RetryingRegistryCalls.RetryableCallException {
    AvroSchema ownSchema = new AvroSchema(SchemaTexts.withoutJavaProperties(schema));
    try {
      if (settings.autoRegister()) {
        return register(subject, ownSchema);
      }
      return settings.useLatest()
          ? latestId(subject, schema)
          : client.getId(subject, ownSchema, settings.normalize());
    } catch (SchemaRejectedException e) {
      throw e;
    } catch (Exception e) {
      Exception cause = unwrapped(e);
      if (cause instanceof UnreadableSchemaException) {
        throw new SchemaRejectedException(subject, cause.getMessage());
      }
      if (cause instanceof RestClientException response) {
        if (response.getStatus() == CONFLICT || response.getStatus() == 422) {
          throw new SchemaRejectedException(
              subject,
              "the registry refuses " + schema.getFullName() + ": " + oneLineMessageOf(response));
        }
        if (isNotFoundResponse(response)) {
          throw new SchemaRejectedException(
              subject,
              "%s is not registered, and auto.register.schemas is false: register it first, or set"
                      .formatted(schema.getFullName())
                  + " normalize.schemas=true if it is there in another spelling ("
                  + oneLineMessageOf(response)
                  + ")");
        }
      }
      throw toRetryableException(cause);
    }
  }

  /**
   * Registers a schema; looks it up after a conflict, which a registry may report for concurrent
   * registrations.
   */
  private int register(String subject, AvroSchema schema) throws IOException, RestClientException {
    try {
      return client.register(subject, schema, settings.normalize());
    } catch (RestClientException refused) {
      if (refused.getStatus() != CONFLICT) {
        throw refused;
      }
      try {
        return client.getId(subject, schema, settings.normalize());
      } catch (RestClientException unknown) {
        if (!isNotFoundResponse(unknown)) {
          throw unknown;
        }
        refused.addSuppressed(unknown);
        throw refused;
      }
    }
  }

  /**
   * The latest version's id. Values are written with our own schema, so the latest one must give
   * the same bytes.
   */
  private int latestId(String subject, Schema schema) throws IOException, RestClientException {
    SchemaMetadata latest = client.getLatestSchemaMetadata(subject);
    Schema latestSchema = parse(client.getSchemaById(latest.getId()));
    String form = SchemaNormalization.toParsingForm(latestSchema);
    if (!form.equals(SchemaNormalization.toParsingForm(schema))) {
      throw new SchemaRejectedException(
          subject,
          "use.latest.version is true, but version %d (schema id %d) encodes %s otherwise than this"
                  .formatted(latest.getVersion(), latest.getId(), schema.getFullName())
              + " program: register this program's schema as the latest version");
    }
    return latest.getId();
  }

  private static Schema parse(ParsedSchema schema) {
    try {
      return SchemaTexts.parse(schema.formattedString("resolved"));
    } catch (AvroRuntimeException | StackOverflowError e) {
      throw new UnreadableSchemaException(e);
    }
  }

  /**
   * The relevant cause: the client wraps its exceptions in runtime exceptions while it resolves
   * references.
   */
  private static Exception unwrapped(Exception e) {
    if (e.getClass() == IOException.class
        && String.valueOf(e.getMessage()).startsWith("Invalid schema ")) {
      return new UnreadableSchemaException(e);
    }
    return e.getCause() instanceof RestClientException || e.getCause() instanceof IOException
        ? (Exception) e.getCause()
        : e;
  }

  private static boolean isNotFoundResponse(RestClientException response) {
    return response.getStatus() == 404 && response.getErrorCode() / 100 == 404;
  }

  private RetryingRegistryCalls.RetryableCallException toRetryableException(Exception cause) {
    // the client itself switches to its next address only without a response
    if (cause instanceof RestClientException) {
      switchToNextRegistryUrl.run();
    }
    LOG.debug("schema registry call failed", cause);
    return new RetryingRegistryCalls.RetryableCallException(reason(cause));
  }

  private static String reason(Exception cause) {
    String message = oneLineMessageOf(cause);
    if (cause instanceof RuntimeException) {
      return "unintelligible answer (" + cause.getClass().getSimpleName() + ")";
    }
    if (!(cause instanceof RestClientException response)) {
      return cause.getClass().getSimpleName() + ": " + message;
    }
    return switch (response.getStatus()) {
      case 401 -> "HTTP 401, credentials refused: check basic.auth.* or bearer.auth.*: " + message;
      case 403 -> "HTTP 403, not permitted: check the rights of the registry user: " + message;
      case 404 -> "HTTP 404: check the path in schema.registry.url: " + message;
      default -> "HTTP " + response.getStatus() + ": " + message;
    };
  }

  private static String oneLineMessageOf(Exception cause) {
    return SchemaTexts.oneLine(cause.getMessage());
  }

  @Override
  public void close() {
    calls.close();
    try {
      client.close();
    } catch (IOException e) {
      LOG.warn("schema registry client did not close cleanly", e);
    }
  }

  /** A registered schema that Avro cannot parse. */
  private static final class UnreadableSchemaException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnreadableSchemaException(Throwable cause) {
      super("is not a readable Avro schema: " + SchemaTexts.oneLine(cause.getMessage()), cause);
    }
  }

  /**
   * Parses like Confluent's provider, but distinguishes an invalid schema from an unavailable
   * registry.
   */
  private static final class StrictSchemaProvider extends AvroSchemaProvider {

    @Override
    public Optional<ParsedSchema> parseSchema(
        org.apache.flink.avro.registry.confluent.shaded.io.confluent.kafka.schemaregistry.client
                .rest.entities.Schema
            schema,
        boolean isNew,
        boolean normalize) {
      try {
        return Optional.of(parseSchemaOrElseThrow(schema, isNew, normalize));
      } catch (RuntimeException | StackOverflowError e) {
        if (e.getCause() instanceof RestClientException || e.getCause() instanceof IOException) {
          throw e;
        }
        throw new UnreadableSchemaException(e);
      }
    }
  }
}
