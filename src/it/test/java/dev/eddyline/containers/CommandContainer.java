package dev.eddyline.containers;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.command.WaitContainerResultCallback;
import com.github.dockerjava.api.model.Frame;
import com.github.dockerjava.api.model.HostConfig;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.testcontainers.DockerClientFactory;

/**
 * The result of a command of the shipped image.
 *
 * @param exitCode its exit code
 * @param output its output, stdout and stderr
 */
record CommandContainer(int exitCode, String output) {

  private static final int LIMIT_SECONDS = 90;

  /** Runs a command on a network, with this memory limit in MiB, until its end. */
  static CommandContainer run(String network, long mebibytes, String... command)
      throws InterruptedException {
    DockerClient engine = DockerClientFactory.lazyClient();
    HostConfig host =
        HostConfig.newHostConfig()
            .withNetworkMode(network)
            .withReadonlyRootfs(true)
            .withMemory(mebibytes << 20);
    String id =
        engine
            .createContainerCmd(EddylineImage.name())
            .withCmd(command)
            .withHostConfig(host)
            .exec()
            .getId();
    try {
      engine.startContainerCmd(id).exec();
      int exitCode =
          engine
              .waitContainerCmd(id)
              .exec(new WaitContainerResultCallback())
              .awaitStatusCode(LIMIT_SECONDS, TimeUnit.SECONDS);
      StringBuilder output = new StringBuilder();
      engine
          .logContainerCmd(id)
          .withStdOut(true)
          .withStdErr(true)
          .exec(
              new ResultCallback.Adapter<Frame>() {
                @Override
                public void onNext(Frame frame) {
                  output.append(new String(frame.getPayload(), StandardCharsets.UTF_8));
                }
              })
          .awaitCompletion(LIMIT_SECONDS, TimeUnit.SECONDS);
      return new CommandContainer(exitCode, output.toString());
    } finally {
      engine.removeContainerCmd(id).withForce(true).withRemoveVolumes(true).exec();
    }
  }
}
