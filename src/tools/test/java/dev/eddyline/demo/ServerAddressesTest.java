package dev.eddyline.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.inputs.LiveEvents;
import dev.eddyline.json.EventReader;
import dev.eddyline.json.ParsedEvents;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The addresses that the demo prints. */
class ServerAddressesTest {

  @Test
  void printedFirstEventIsValid_isSentToConsole_andRequestsReply() throws Exception {
    // Given
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ServerAddresses addresses =
        new ServerAddresses("http://c:1", "http://h:2", "b:3", "http://r:4");

    // When
    addresses.print(new PrintStream(out, true, StandardCharsets.UTF_8), List.of("agent-events"));

    // Then
    String printed = out.toString(StandardCharsets.UTF_8);
    assertThat(printed).contains("http://c:1/", "http://h:2/", "b:3", "http://r:4", "agent-events");
    Matcher command = Pattern.compile("curl .*-d '(.*)' http://c:1/api/v1/events").matcher(printed);
    assertThat(command.find()).as(printed).isTrue();
    ParsedEvents read =
        new EventReader(LiveEvents.defaults(Clock.systemUTC())).read(command.group(1));
    assertThat(read.ignored()).isEmpty();
    assertThat(read.event().getReplyRequested()).isTrue();
  }
}
