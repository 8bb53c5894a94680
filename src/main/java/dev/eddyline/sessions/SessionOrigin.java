package dev.eddyline.sessions;

import java.nio.file.Path;

/**
 * Where a session comes from.
 *
 * @param folder the folder with the sessions of its project, or of its run
 * @param name its name in this folder
 */
public record SessionOrigin(Path folder, String name) {}
