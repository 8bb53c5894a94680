package dev.eddyline.console.json;

import dev.eddyline.json.Doc;

/** Where a policy or graph comes from. */
@Doc("Where a policy or graph comes from: its topic, or a file that the settings name.")
public enum SourceJson {
  /** It was published on its topic. */
  TOPIC,
  /** The settings name its file. */
  SETTINGS
}
