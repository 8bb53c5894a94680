package dev.eddyline.evaluator;

import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.exception.ContentFilteredException;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.output.TokenUsage;

/** An endpoint with OpenAI's chat API, called by LangChain4j. */
final class OpenAiEndpoint implements Endpoint {

  /** Maximum output tokens, reasoning included. */
  static final int MAX_TOKENS = 2_000;

  private final OpenAiChatModel model;

  OpenAiEndpoint(EvaluatorSettings settings) {
    model =
        OpenAiChatModel.builder()
            .httpClientBuilder(EndpointHttp.clientBuilderWithTimeout(settings.timeout()))
            .baseUrl(settings.url())
            .apiKey(settings.key().isEmpty() ? "none" : settings.key())
            .modelName(settings.model())
            .timeout(settings.timeout())
            .maxRetries(0)
            .maxCompletionTokens(MAX_TOKENS)
            .strictJsonSchema(true)
            .logRequests(false)
            .logResponses(false)
            .build();
  }

  @Override
  public ModelReply ask(Prompt prompt) {
    ChatRequest request =
        ChatRequest.builder()
            .messages(SystemMessage.from(prompt.system()), UserMessage.from(prompt.user()))
            .responseFormat(AnswerFormat.RESPONSE_FORMAT)
            .build();
    ChatResponse response;
    try {
      response = model.chat(request);
    } catch (RuntimeException failed) {
      throw toEndpointFailure(failed);
    }
    TokenUsage usage = response.tokenUsage();
    return new ModelReply(
        response.aiMessage() == null ? null : response.aiMessage().text(),
        usage == null ? -1 : count(usage.inputTokenCount()),
        usage == null ? -1 : count(usage.outputTokenCount()));
  }

  private static int count(Integer tokens) {
    return tokens == null || tokens < 0 ? -1 : tokens;
  }

  /** Finds our own exception in the cause chain; the library's messages may quote the answer. */
  private static EndpointFailedException toEndpointFailure(RuntimeException failed) {
    for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
      if (cause instanceof EndpointFailedException ours) {
        return ours;
      }
      if (cause instanceof ContentFilteredException) {
        return EndpointFailedException.permanentFailure("the model refuses to answer");
      }
    }
    return EndpointFailedException.retryableFailure(
        "the endpoint's answer cannot be read: " + failed.getClass().getSimpleName());
  }
}
