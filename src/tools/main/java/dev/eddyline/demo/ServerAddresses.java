package dev.eddyline.demo;

import java.io.PrintStream;
import java.util.List;

/**
 * Addresses of the demo's servers.
 *
 * @param console URL of the console, without a slash at its end
 * @param health URL of the health pages, without a slash at its end
 * @param broker host and port
 * @param registry URL of its Confluent-compatible API
 */
record ServerAddresses(String console, String health, String broker, String registry) {

  /** An event that requests a verdict; the third of them opens a gate. */
  private static final String FIRST_EVENT =
      "{\"taskId\":\"my-task\",\"agentId\":\"my-agent\",\"type\":\"failure_reported\","
          + "\"message\":\"TypeError: x is undefined\",\"replyRequested\":true}";

  /** Prints the addresses and a command that posts a first event. */
  void print(PrintStream out, List<String> topics) {
    out.printf(
        """

        Console   %1$s/   (API: %1$s/api/v1/openapi.json)
        Broker    %3$s   (kcat -b %3$s -L)
        Registry  %4$s   (curl %4$s/subjects)
        Health    %2$s/health/ready   (metrics: %2$s/metrics)
        Topics    %5$s

        Post your first event, three times: the verdicts are continue, retry_with_hint, escalate.
          %6$s
        """,
        console, health, broker, registry, String.join(", ", topics), command());
  }

  private String command() {
    return "curl -H 'Content-Type: application/json' -d '%s' %s/api/v1/events"
        .formatted(FIRST_EVENT, console);
  }
}
