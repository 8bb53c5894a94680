package dev.eddyline.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.TestTags;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag(TestTags.SERVERS)
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class LocalRegistryIT {

  private static final String TEXT =
      """
      {"schema": "{\\"type\\":\\"record\\",\\"name\\":\\"R\\",\\"fields\\":[%s]}"}
      """;
  private static final String FIELD_A = "{\\\"name\\\":\\\"a\\\",\\\"type\\\":\\\"string\\\"}";
  private static final String FIELD_B = "{\\\"name\\\":\\\"b\\\",\\\"type\\\":\\\"string\\\"}";

  private static LocalRegistry registry;

  private final HttpClient http = HttpClient.newHttpClient();

  @BeforeAll
  static void start() {
    registry = LocalRegistry.start();
  }

  @AfterAll
  static void stop() {
    registry.close();
  }

  @Test
  void storesSubject() throws Exception {
    // Given
    HttpResponse<String> registered = register("kept-value", FIELD_A);
    assertThat(registered.statusCode()).isEqualTo(200);

    // When
    HttpResponse<String> answer = get("/subjects/kept-value/versions/latest");

    // Then
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).contains("kept-value").contains("\\\"a\\\"");
  }

  @Test
  void rejectsIncompatibleSchema() throws Exception {
    // Given
    register("guarded-value", FIELD_A);

    // When
    HttpResponse<String> answer = register("guarded-value", FIELD_A + "," + FIELD_B);

    // Then
    assertThat(answer.statusCode()).isEqualTo(409);
  }

  @Test
  void defaultCompatibilityIsBackward() throws Exception {
    // When
    HttpResponse<String> answer = get("/config");

    // Then
    assertThat(answer.body()).contains("\"BACKWARD\"");
  }

  @Test
  void deletesItsFolderOnClose() {
    // Given
    LocalRegistry other = LocalRegistry.start();
    Path folder = other.process().folder();
    assertThat(folder.resolve("registry.log")).isNotEmptyFile();

    // When
    other.close();

    // Then
    assertThat(folder).doesNotExist();
    assertThat(other.process().isAlive()).isFalse();
  }

  private HttpResponse<String> register(String subject, String fields)
      throws IOException, InterruptedException {
    return http.send(
        request("/subjects/" + subject + "/versions")
            .header("Content-Type", "application/vnd.schemaregistry.v1+json")
            .POST(BodyPublishers.ofString(TEXT.formatted(fields)))
            .build(),
        BodyHandlers.ofString());
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return http.send(request(path).GET().build(), BodyHandlers.ofString());
  }

  private static HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(registry.confluentUrl() + path));
  }
}
