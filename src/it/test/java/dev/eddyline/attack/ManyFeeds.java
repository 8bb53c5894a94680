package dev.eddyline.attack;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** A thousand event streams of one caller, which remain open until the attack is closed. */
final class ManyFeeds implements Attack {

  private static final int COUNT = 1_000;
  private static final long POLL_NANOS = 100_000_000;

  private final AttackedProcessor processor;
  private Optional<SocketPool> streams = Optional.empty();

  ManyFeeds(AttackedProcessor processor) {
    this.processor = processor;
  }

  @Override
  public void run(Duration length) {
    String request =
        "GET /api/v1/feed HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer %s\r\n\r\n"
            .formatted(AttackedProcessor.TOKEN);
    long end = System.nanoTime() + length.toNanos();
    SocketPool opened = new SocketPool(processor.port(), new Attackers(1), COUNT, request);
    streams = Optional.of(opened);
    while (System.nanoTime() < end && !Thread.currentThread().isInterrupted()) {
      opened.readPending();
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  /** Streams that the server has not ended yet. */
  int open() {
    return streams.map(SocketPool::readPending).orElse(0);
  }

  @Override
  public void close() {
    streams.ifPresent(SocketPool::close);
  }
}
