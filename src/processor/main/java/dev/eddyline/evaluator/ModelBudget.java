package dev.eddyline.evaluator;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.Optional;

/** Tracks the use of a model: calls in the last minute, US dollars of the day (UTC). */
final class ModelBudget {

  private static final long MINUTE_MS = 60_000;
  private static final double MILLION = 1_000_000;

  /** Minimum characters per token, to estimate uncounted tokens. */
  private static final int CHARS_OF_TOKEN = 3;

  private final EvaluatorSettings settings;
  private final Clock clock;
  private final Deque<Instant> calls = new ArrayDeque<>();
  private LocalDate day = LocalDate.MIN;
  private double usd;

  ModelBudget(EvaluatorSettings settings, Clock clock) {
    this.settings = Objects.requireNonNull(settings, "settings");
    this.clock = Objects.requireNonNull(clock, "clock");
  }

  /**
   * Reserves the maximum cost of a call before it is made.
   *
   * @return the exceeded limit, if any
   */
  Optional<String> reserveMaxCost(Prompt prompt) {
    Instant now = clock.instant();
    LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC);
    if (!today.equals(day)) {
      day = today;
      usd = 0;
    }
    while (!calls.isEmpty() && now.toEpochMilli() - calls.peek().toEpochMilli() >= MINUTE_MS) {
      calls.remove();
    }
    if (calls.size() >= settings.perMinute()) {
      return Optional.of("the limit of %d calls per minute".formatted(settings.perMinute()));
    }
    double reserved = maxCostUsd(prompt);
    if (settings.usdPerDay() > 0 && usd + reserved > settings.usdPerDay()) {
      return Optional.of("the limit of %.2f USD per day".formatted(settings.usdPerDay()));
    }
    calls.add(now);
    usd += reserved;
    return Optional.empty();
  }

  /** Replaces the reserved cost of a call by its actual cost. */
  void replaceReservedByActualCost(Prompt prompt, Endpoint.ModelReply reply) {
    int in = reply.tokensIn() < 0 ? prompt.length() / CHARS_OF_TOKEN : reply.tokensIn();
    int out = reply.tokensOut() < 0 ? OpenAiEndpoint.MAX_TOKENS : reply.tokensOut();
    usd += cost(in, out) - maxCostUsd(prompt);
  }

  /** US dollars of this day; calls without an answer count with their maximum cost. */
  double usd() {
    return usd;
  }

  private double maxCostUsd(Prompt prompt) {
    return cost(prompt.length() / CHARS_OF_TOKEN, OpenAiEndpoint.MAX_TOKENS);
  }

  private double cost(int in, int out) {
    return (in * settings.usdPerMillionIn() + out * settings.usdPerMillionOut()) / MILLION;
  }
}
