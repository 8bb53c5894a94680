package dev.eddyline.evaluator;

/** A model that is asked. */
interface Endpoint {

  /**
   * What it answered.
   *
   * @param text what it said, or null
   * @param tokensIn tokens that were sent, as it counted them; -1 where it does not say
   * @param tokensOut tokens that it answered; -1 where it does not say
   */
  record Reply(String text, int tokensIn, int tokensOut) {}

  /**
   * Asks once.
   *
   * @throws EndpointFailedException when there is no answer
   */
  Reply ask(Prompt prompt);
}
