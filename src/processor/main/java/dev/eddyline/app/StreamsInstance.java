package dev.eddyline.app;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KafkaStreams.State;
import org.apache.kafka.streams.KeyQueryMetadata;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.processor.StreamPartitioner;
import org.apache.kafka.streams.query.Query;
import org.apache.kafka.streams.query.QueryResult;
import org.apache.kafka.streams.query.StateQueryRequest;
import org.apache.kafka.streams.state.HostInfo;

/**
 * The instance of a {@link KafkaStreams} client.
 *
 * @param streams the running streams
 * @param ownHost its application.server, if set
 */
record StreamsInstance(KafkaStreams streams, Optional<HostInfo> ownHost)
    implements QueryableInstance {

  @Override
  public <R> QueryResult<R> queryActive(String store, int partition, Query<R> query) {
    return queryPartition(request(store, partition, query).requireActive(), partition);
  }

  @Override
  public <R> QueryResult<R> queryReplica(String store, int partition, Query<R> query) {
    return queryPartition(request(store, partition, query), partition);
  }

  private static <R> StateQueryRequest<R> request(String store, int partition, Query<R> query) {
    return StateQueryRequest.inStore(store).withQuery(query).withPartitions(Set.of(partition));
  }

  private <R> QueryResult<R> queryPartition(StateQueryRequest<R> request, int partition) {
    return streams.query(request).getPartitionResults().get(partition);
  }

  @Override
  public Optional<HostInfo> hostOfActivePartition(String store, int partition) {
    return metadata(store, partition)
        .map(KeyQueryMetadata::activeHost)
        .filter(host -> !host.equals(HostInfo.unavailable()));
  }

  @Override
  public List<HostInfo> standbyHosts(String store, int partition) {
    return metadata(store, partition).map(KeyQueryMetadata::standbyHosts).stream()
        .flatMap(Set::stream)
        .filter(host -> !ownHost.equals(Optional.of(host)))
        .toList();
  }

  private Optional<KeyQueryMetadata> metadata(String store, int partition) {
    // select by partition number: Streams counts only partitions of instances with a known address
    StreamPartitioner<Integer, Object> byPartition =
        (topic, key, value, partitions) -> Optional.of(Set.of(key));
    try {
      return Optional.ofNullable(streams.queryMetadataForKey(store, partition, byPartition));
    } catch (IllegalStateException | InvalidStateStoreException notRunning) {
      // not yet started, or ended meanwhile
      return Optional.empty();
    }
  }

  @Override
  public boolean areAllPartitionsRunning() {
    return streams.state() == State.RUNNING;
  }
}
