package dev.eddyline.console.pages;

import dev.eddyline.console.json.EntryJson;
import dev.eddyline.console.view.OutputEntry;
import dev.eddyline.outputs.OutputJson;
import java.nio.charset.StandardCharsets;

/** An output and its server-sent event, with and without remedies. */
final class FeedMessage {

  private final OutputEntry output;
  private final byte[] complete;
  private final byte[] withoutRemedies;

  /** Encodes an output. */
  FeedMessage(OutputEntry output) {
    this.output = output;
    complete = encode(output, true);
    withoutRemedies = output.hasRemedies() ? encode(output, false) : complete;
  }

  /** The event that a client may see. */
  byte[] bytesFor(FeedClient client) {
    return output.areRemediesCovered(client.caller().scope()) ? complete : withoutRemedies;
  }

  private static byte[] encode(OutputEntry output, boolean areRemediesShown) {
    String kind = OutputJson.word(output.kind());
    String json = OutputJson.write(EntryJson.of(output, areRemediesShown));
    return "id: %s\nevent: %s\ndata: %s\n\n"
        .formatted(output.id(), kind, json)
        .getBytes(StandardCharsets.UTF_8);
  }

  /** The output. */
  OutputEntry output() {
    return output;
  }
}
