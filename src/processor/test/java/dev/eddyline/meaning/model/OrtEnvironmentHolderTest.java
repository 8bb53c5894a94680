package dev.eddyline.meaning.model;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession.SessionOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OrtEnvironmentHolderTest {

  private static final int ENDED = 3;
  private static final int FAILED = 4;
  private static final int LOADED_WHILE_IT_ENDS = 2;

  @TempDir Path folder;

  @Test
  void aProcessThatLoadsModelsWhileItEndsEndsWithItsOwnExitCode() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:ErrorFile=" + folder.resolve("crash.log"),
                "-cp",
                System.getProperty("java.class.path"),
                Loader.class.getName())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("said.log").toFile())
            .start();
    try {
      assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
      assertThat(process.exitValue())
          .as(Files.readString(folder.resolve("said.log")))
          .isEqualTo(ENDED);
    } finally {
      process.destroyForcibly();
    }
  }

  /** Ends while another thread loads one model after the other. */
  static final class Loader {

    private static final CountDownLatch LOADED = new CountDownLatch(1);
    private static final CountDownLatch LOADED_AT_THE_END = new CountDownLatch(1);

    private static volatile boolean ending;

    public static void main(String[] arguments) throws Exception {
      Thread loader = new Thread(Loader::load);
      loader.setDaemon(true);
      loader.start();
      LOADED.await();
      Runtime.getRuntime().addShutdownHook(new Thread(Loader::outlastOtherHooks));
      System.exit(ENDED);
    }

    private static void outlastOtherHooks() {
      ending = true;
      try {
        LOADED_AT_THE_END.await();
      } catch (InterruptedException hurried) {
        Thread.currentThread().interrupt();
      }
    }

    private static void load() {
      try (InputStream in = Loader.class.getResourceAsStream("/all-minilm-l6-v2-q.onnx")) {
        byte[] weights = in.readAllBytes();
        OrtEnvironment environment = OrtEnvironmentHolder.get();
        int loadedAtTheEnd = 0;
        while (loadedAtTheEnd < LOADED_WHILE_IT_ENDS) {
          try (SessionOptions options = new SessionOptions()) {
            environment.createSession(weights, options).close();
          }
          loadedAtTheEnd += ending ? 1 : 0;
          LOADED.countDown();
        }
        LOADED_AT_THE_END.countDown();
        // nothing of the library may be in use when the process ends after its hooks
        new CountDownLatch(1).await();
      } catch (IOException | OrtException failed) {
        failed.printStackTrace();
        Runtime.getRuntime().halt(FAILED);
      } catch (InterruptedException end) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
