package dev.eddyline.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A disk in memory (tmpfs), mounted over a folder, that can be filled. It is unmounted by {@link
 * #close}, or when this JVM ends other than by SIGKILL. Errors of the system become an
 * UncheckedIOException with its message. For one thread.
 */
public final class SmallDisk implements AutoCloseable {

  /** Maximum size; only written data uses memory. */
  private static final String MOUNT_SIZE_OPTION = "size=1g";

  /** Resizing fails while others write more than was just measured. */
  private static final int MAX_RESIZE_ATTEMPTS = 100;

  private final Path folder;
  private final Thread unmountHook = new Thread(this::unmount, "unmount");

  private SmallDisk(Path folder) {
    this.folder = folder;
  }

  /** Why no disk can be mounted here, if so: it needs Linux and the permission to mount. */
  public static Optional<String> reasonMountIsImpossible() {
    try {
      TempFolder probe = TempFolder.create("mount");
      try (SmallDisk disk = mount(probe.path())) {
        disk.removeFreeSpace();
      } finally {
        probe.delete();
      }
    } catch (IOException | UncheckedIOException refused) {
      return Optional.of(refused.getMessage());
    }
    return Optional.empty();
  }

  /** Mounts an empty disk with free space over this folder, which is created if missing. */
  public static SmallDisk mount(Path folder) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot create " + folder, e);
    }
    run("mount", "-t", "tmpfs", "-o", MOUNT_SIZE_OPTION + ",mode=0700", "tmpfs", folder.toString());
    SmallDisk disk = new SmallDisk(folder);
    Runtime.getRuntime().addShutdownHook(disk.unmountHook);
    return disk;
  }

  /** Removes all free space by shrinking it to the stored data. */
  public void removeFreeSpace() {
    UncheckedIOException tooSmall = null;
    for (int tries = 0; tries < MAX_RESIZE_ATTEMPTS; tries++) {
      try {
        FileStore store = Files.getFileStore(folder);
        long used = store.getTotalSpace() - store.getUnallocatedSpace();
        // 0 would mean unlimited
        resize("size=" + Math.max(store.getBlockSize(), used));
        return;
      } catch (UncheckedIOException more) {
        tooSmall = more;
      } catch (IOException e) {
        throw new UncheckedIOException("cannot measure " + folder, e);
      }
    }
    throw tooSmall;
  }

  /** Gives it free space again. */
  public void makeRoom() {
    resize(MOUNT_SIZE_OPTION);
  }

  private void resize(String size) {
    run("mount", "-o", "remount," + size, folder.toString());
  }

  /** Unmounts it even while in use; its data is lost. */
  @Override
  public void close() {
    Runtime.getRuntime().removeShutdownHook(unmountHook);
    unmount();
  }

  private void unmount() {
    run("umount", "-l", folder.toString());
  }

  private static void run(String... command) {
    String commandLine = String.join(" ", command);
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IOException("%s: %s".formatted(commandLine, output.strip()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for " + commandLine, e);
    }
  }
}
