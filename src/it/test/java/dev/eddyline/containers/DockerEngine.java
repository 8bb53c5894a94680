package dev.eddyline.containers;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.NotFoundException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.dockerclient.DockerClientProviderStrategy;

/**
 * Skips tests, with the reason, where no Docker engine responds or the base image is not available.
 */
final class DockerEngine implements ExecutionCondition {

  /** Image with a JRE for Java 17, named in the environment where the default cannot be pulled. */
  static final String BASE_IMAGE =
      Optional.ofNullable(System.getenv("EDDYLINE_BASE_IMAGE"))
          .orElse("eclipse-temurin:17.0.19_10-jre-noble");

  private static final long PULL_LIMIT_MINUTES = 5;

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    return Search.OBSTACLE
        .map(ConditionEvaluationResult::disabled)
        .orElseGet(() -> ConditionEvaluationResult.enabled("Docker engine and image are there"));
  }

  /** The reason to skip, checked once. */
  private static final class Search {

    static final Optional<String> OBSTACLE = obstacle();

    private static Optional<String> obstacle() {
      try {
        fetchImage(engine());
        // Testcontainers' own images, which it waits for long
        DockerClientFactory.instance().client();
        return Optional.empty();
      } catch (RuntimeException refused) {
        return Optional.of(
            "no Docker engine with the image %s can be used here: %s"
                .formatted(BASE_IMAGE, refused.getMessage()));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return Optional.of("interrupted while looking for a Docker engine");
      }
    }

    private static DockerClient engine() {
      List<DockerClientProviderStrategy> ways = new ArrayList<>();
      ServiceLoader.load(DockerClientProviderStrategy.class).forEach(ways::add);
      return DockerClientProviderStrategy.getFirstValidStrategy(ways).getDockerClient();
    }

    private static void fetchImage(DockerClient engine) throws InterruptedException {
      try {
        engine.inspectImageCmd(BASE_IMAGE).exec();
      } catch (NotFoundException notYet) {
        boolean pulled =
            engine
                .pullImageCmd(BASE_IMAGE)
                .start()
                .awaitCompletion(PULL_LIMIT_MINUTES, TimeUnit.MINUTES);
        if (!pulled) {
          throw new IllegalStateException(
              "it was not pulled within %d minutes".formatted(PULL_LIMIT_MINUTES));
        }
      }
    }
  }
}
