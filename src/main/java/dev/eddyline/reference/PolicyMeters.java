package dev.eddyline.reference;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** All metrics of the reading of policies: their names, labels and meanings. */
final class PolicyMeters {

  static final String RECORDS = "eddyline.policies";
  static final String FAILURES = "eddyline.policies.failures";

  final Counter taken;
  final Counter refused;
  final Counter readingFailed;
  final Counter tellingFailed;

  PolicyMeters(MeterRegistry registry) {
    taken = records(registry, "taken");
    refused = records(registry, "refused");
    readingFailed = failures(registry, "read");
    tellingFailed = failures(registry, "tell");
  }

  private static Counter records(MeterRegistry registry, String outcome) {
    return Counter.builder(RECORDS)
        .description("Records of loop-policies by what became of them, since this instance began")
        .tag("outcome", outcome)
        .register(registry);
  }

  private static Counter failures(MeterRegistry registry, String what) {
    return Counter.builder(FAILURES)
        .description("Tries that failed: to read loop-policies, to tell of a refused record")
        .tag("of", what)
        .register(registry);
  }
}
