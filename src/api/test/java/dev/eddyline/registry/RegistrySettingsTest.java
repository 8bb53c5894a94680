package dev.eddyline.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegistrySettingsTest {

  @Test
  void confluentPropertiesAreReadWithConfluentDefaults() {
    // Given
    Map<String, ?> properties = Map.of("schema.registry.url", "http://a:8081, https://b/api");

    // When
    RegistrySettings settings = RegistrySettings.of(properties);

    // Then
    assertThat(settings.urls()).containsExactly("http://a:8081", "https://b/api");
    assertThat(settings.autoRegister()).isTrue();
    assertThat(settings.useLatest()).isFalse();
    assertThat(settings.normalize()).isFalse();
  }

  @Test
  void passesAllPropertiesOn_andCallersOverrideDefaults() {
    // Given
    Map<String, Object> properties = new HashMap<>();
    properties.put("schema.registry.url", "http://a:8081");
    properties.put("http.read.timeout.ms", 1);
    properties.put("some.other", "x");
    properties.put("not.set", null);

    // When
    RegistrySettings settings = RegistrySettings.of(properties);

    // Then
    assertThat(settings.client())
        .containsEntry("http.read.timeout.ms", 1)
        .containsEntry("some.other", "x")
        .containsEntry("schema.registry.ssl.endpoint.identification.algorithm", "https")
        .doesNotContainKey("not.set");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "localhost:8081", "ftp://a", "http://", "http://a,,b", "mock://a,http://b"})
  void rejectsAnInvalidAddress(String url) {
    // When
    assertThatThrownBy(() -> RegistrySettings.of(Map.of("schema.registry.url", url)))
        // Then
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("schema.registry.url: ");
  }

  @Test
  void rejectsAnInvalidFlag() {
    // Given
    Map<String, ?> properties =
        Map.of("schema.registry.url", "http://a", "auto.register.schemas", "yes");

    // When
    assertThatThrownBy(() -> RegistrySettings.of(properties))
        // Then
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("auto.register.schemas", "true", "false", "'yes'");
  }

  @Test
  void showsAddressesWithoutCredentials() {
    // Given
    RegistrySettings settings =
        RegistrySettings.of(Map.of("schema.registry.url", "http://me:secret@a:8081,http://b"));

    // When
    String shown = settings.shownUrls();

    // Then
    assertThat(shown).isEqualTo("http://***@a:8081,http://b");
  }
}
