package dev.eddyline.topology;

import dev.eddyline.schema.Signal;
import dev.eddyline.task.Signals;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.kafka.streams.processor.StreamPartitioner;

/** Chooses the partition of a signal: the one that it names, or the home partition of its key. */
final class SignalPartitioner implements StreamPartitioner<String, Signal> {

  @Override
  public Optional<Set<Integer>> partitions(
      String topic, String key, Signal signal, int partitions) {
    OptionalInt named = Signals.explicitTargetPartition(signal);
    return named.isPresent() ? Optional.of(Set.of(named.getAsInt())) : Optional.empty();
  }
}
