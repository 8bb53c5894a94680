package dev.eddyline.evaluator;

/** A model endpoint. */
interface Endpoint {

  /**
   * The endpoint's reply.
   *
   * @param text the text, or null
   * @param tokensIn input tokens counted by the endpoint; -1 if unknown
   * @param tokensOut output tokens; -1 if unknown
   */
  record ModelReply(String text, int tokensIn, int tokensOut) {}

  /**
   * Sends a prompt once.
   *
   * @throws EndpointFailedException without a valid reply
   */
  ModelReply ask(Prompt prompt);
}
