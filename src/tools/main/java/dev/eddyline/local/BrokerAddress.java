package dev.eddyline.local;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Address of one broker of a cluster on 127.0.0.1; each is also a controller.
 *
 * @param id node id in the cluster, from 1
 * @param port port for clients
 * @param controllerPort port for the other controllers
 */
record BrokerAddress(int id, int port, int controllerPort) {

  /** Maximum replicas of internal topics; fewer if there are fewer brokers. */
  private static final int MAX_INTERNAL_TOPIC_REPLICAS = 3;

  /** With one broker, internal topics need one replica: the defaults would wait for three. */
  private static final String SERVER_PROPERTIES_TEMPLATE =
      """
      process.roles=broker,controller
      node.id=%2$d
      listeners=PLAINTEXT://%1$s:%3$d,CONTROLLER://%1$s:%4$d
      listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
      controller.listener.names=CONTROLLER
      controller.quorum.voters=%5$s
      log.dirs=data
      auto.create.topics.enable=false
      default.replication.factor=%6$d
      min.insync.replicas=%7$d
      offsets.topic.replication.factor=%6$d
      offsets.topic.num.partitions=8
      transaction.state.log.replication.factor=%6$d
      transaction.state.log.min.isr=%7$d
      transaction.state.log.num.partitions=8
      share.coordinator.state.topic.replication.factor=%6$d
      share.coordinator.state.topic.min.isr=%7$d
      group.initial.rebalance.delay.ms=0
      group.min.session.timeout.ms=1000
      log.cleaner.dedupe.buffer.size=16777216
      """;

  /** Host and port, for bootstrap.servers. */
  String bootstrapAddress() {
    return Ports.HOST + ":" + port;
  }

  /** The server.properties of this broker in its cluster. */
  String serverProperties(List<BrokerAddress> all) {
    String voters =
        all.stream()
            .map(it -> "%d@%s:%d".formatted(it.id, Ports.HOST, it.controllerPort))
            .collect(Collectors.joining(","));
    int replicas = Math.min(MAX_INTERNAL_TOPIC_REPLICAS, all.size());
    int inSync = Math.max(1, replicas - 1);
    return SERVER_PROPERTIES_TEMPLATE.formatted(
        Ports.HOST, id, port, controllerPort, voters, replicas, inSync);
  }
}
