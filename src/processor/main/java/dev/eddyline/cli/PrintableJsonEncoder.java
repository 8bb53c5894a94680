package dev.eddyline.cli;

import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.eddyline.yaml.Printable;
import java.nio.charset.StandardCharsets;
import net.logstash.logback.encoder.LogstashEncoder;

/** Encodes log lines as JSON, and also escapes C1 and bidi controls, which JSON does not. */
final class PrintableJsonEncoder extends LogstashEncoder {

  @Override
  public byte[] encode(ILoggingEvent event) {
    String line = new String(super.encode(event), StandardCharsets.UTF_8);
    return Printable.escapeLines(line).getBytes(StandardCharsets.UTF_8);
  }
}
