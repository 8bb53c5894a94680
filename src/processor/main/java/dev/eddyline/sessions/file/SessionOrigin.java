package dev.eddyline.sessions.file;

import java.nio.file.Path;

/**
 * Where a session comes from.
 *
 * @param folder the folder with the sessions of its project, or of its run
 * @param name its name in this folder
 * @param isSubagent whether it is that of a subagent, and a part of another session
 */
public record SessionOrigin(Path folder, String name, boolean isSubagent) {}
