package dev.eddyline.bench.measure;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.SocketTimeoutException;
import java.net.URI;
import org.junit.jupiter.api.Test;

/** A hanging endpoint accepts calls and never responds, until it is closed. */
class HangingEndpointTest {

  private static final int READ_TIMEOUT_MS = 50;

  @Test
  void acceptsConnectionsWithoutResponding() throws IOException {
    try (HangingEndpoint endpoint = new HangingEndpoint()) {
      // Given
      var call = (HttpURLConnection) URI.create(endpoint.url()).toURL().openConnection();
      call.setReadTimeout(READ_TIMEOUT_MS);

      // When / Then
      assertThatThrownBy(call::getResponseCode).isInstanceOf(SocketTimeoutException.class);
      await().until(() -> endpoint.connections() == 1);
    }
  }
}
