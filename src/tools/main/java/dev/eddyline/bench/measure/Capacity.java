package dev.eddyline.bench.measure;

import dev.eddyline.bench.process.BaselineOutputs;

/**
 * The measured capacity of Eddyline.
 *
 * @param eventsPerSecond events processed per second
 * @param outputs outputs of the baseline topologies in comparisons
 */
public record Capacity(double eventsPerSecond, BaselineOutputs outputs) {}
