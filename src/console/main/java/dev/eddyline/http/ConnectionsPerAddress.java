package dev.eddyline.http;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SocketChannel;
import java.util.HashMap;
import java.util.Map;
import org.eclipse.jetty.io.SelectorManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Closes a new connection if its client already has too many. */
final class ConnectionsPerAddress implements SelectorManager.AcceptListener {

  private static final Logger LOG = LoggerFactory.getLogger(ConnectionsPerAddress.class);

  private final int maxConnections;
  private final TrustedProxies exempt;
  private final Map<SelectableChannel, String> clients = new HashMap<>();
  private final Map<String, Integer> counts = new HashMap<>();

  /** Limits the connections of a client; proxies are exempt. */
  ConnectionsPerAddress(int maxConnections, TrustedProxies exempt) {
    this.maxConnections = maxConnections;
    this.exempt = exempt;
  }

  @Override
  public void onAccepting(SelectableChannel channel) {
    SocketAddress remote = remote(channel);
    String client = ClientAddress.key(remote);
    if (!exempt.contains(remote) && !admit(channel, client)) {
      LOG.atDebug().addKeyValue("client", client).log("connection refused");
      close(channel);
    }
  }

  private synchronized boolean admit(SelectableChannel channel, String client) {
    int count = counts.getOrDefault(client, 0);
    if (count >= maxConnections) {
      return false;
    }
    counts.put(client, count + 1);
    clients.put(channel, client);
    return true;
  }

  @Override
  public void onAcceptFailed(SelectableChannel channel, Throwable cause) {
    onClosed(channel);
  }

  /** Jetty may report a connection twice. */
  @Override
  public synchronized void onClosed(SelectableChannel channel) {
    String client = clients.remove(channel);
    if (client != null) {
      counts.computeIfPresent(client, (name, count) -> count == 1 ? null : count - 1);
    }
  }

  private static SocketAddress remote(SelectableChannel channel) {
    try {
      return ((SocketChannel) channel).getRemoteAddress();
    } catch (IOException gone) {
      return null;
    }
  }

  private static void close(SelectableChannel channel) {
    try {
      channel.close();
    } catch (IOException closed) {
      LOG.atDebug().addKeyValue("reason", closed.toString()).log("connection not closed");
    }
  }
}
