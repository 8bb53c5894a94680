package dev.eddyline.detect;

import dev.eddyline.schema.ComparedRequest;
import dev.eddyline.schema.RequestText;
import java.util.List;

/**
 * A request of which only its meaning tells whether it closes a loop: what is to be found out, and
 * what it is then compared with.
 *
 * @param exact hash of the request
 * @param toAgent agent that was asked
 * @param compared the earlier requests, as they were when it was asked
 * @param texts the texts whose vectors are not known, this one's among them
 */
public record OpenQuestion(
    long exact, String toAgent, List<ComparedRequest> compared, List<RequestText> texts) {

  public OpenQuestion {
    compared = List.copyOf(compared);
    texts = List.copyOf(texts);
    if (compared.isEmpty() || texts.isEmpty()) {
      throw new IllegalArgumentException("a question needs texts, and what they are compared with");
    }
  }
}
