package dev.eddyline.detect;

import dev.eddyline.schema.ComparedRequest;
import dev.eddyline.schema.RequestText;
import java.util.List;

/**
 * A request, or response, of which only its meaning tells whether it closes a loop: what is to be
 * found out, and what it is then compared with.
 *
 * @param rule key of the rule that asks
 * @param exact hash of the request or response
 * @param toAgent agent that was asked; empty for a response
 * @param compared the earlier requests, as they were when it was asked; of responses the rule knows
 * @param texts the texts whose vectors are not known, this one's among them
 */
public record OpenQuestion(
    String rule,
    long exact,
    String toAgent,
    List<ComparedRequest> compared,
    List<RequestText> texts) {

  public OpenQuestion {
    compared = List.copyOf(compared);
    texts = List.copyOf(texts);
    if (texts.isEmpty()) {
      throw new IllegalArgumentException("a question needs texts, had none");
    }
  }
}
