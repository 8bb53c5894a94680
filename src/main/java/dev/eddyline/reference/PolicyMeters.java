package dev.eddyline.reference;

import dev.eddyline.metrics.Metrics;
import io.micrometer.core.instrument.Counter;

/** What is counted of the reading of policies. */
final class PolicyMeters {

  final Counter taken;
  final Counter refused;
  final Counter readingFailed;
  final Counter tellingFailed;

  PolicyMeters(Metrics metrics) {
    taken = metrics.policies("taken");
    refused = metrics.policies("refused");
    readingFailed = metrics.policyFailures("read");
    tellingFailed = metrics.policyFailures("tell");
  }
}
