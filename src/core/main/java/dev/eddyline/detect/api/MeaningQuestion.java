package dev.eddyline.detect.api;

import dev.eddyline.schema.ComparedRequest;
import dev.eddyline.schema.RequestText;
import java.util.List;

/**
 * A question to the sentence model that decides whether a request or response closes a loop.
 *
 * @param rule key of the detector that asks
 * @param textHash hash of the request or response
 * @param toAgent agent that received the request; empty for a response
 * @param comparedRequests the earlier requests at that time; empty for responses
 * @param texts the texts without known vectors, this one included
 */
public record MeaningQuestion(
    String rule,
    long textHash,
    String toAgent,
    List<ComparedRequest> comparedRequests,
    List<RequestText> texts) {

  public MeaningQuestion {
    comparedRequests = List.copyOf(comparedRequests);
    texts = List.copyOf(texts);
    if (texts.isEmpty()) {
      throw new IllegalArgumentException("a question needs texts, had none");
    }
  }
}
