package dev.eddyline.console.json;

import dev.eddyline.json.Doc;
import java.util.List;

/** The newest outputs, in JSON. */
@Doc("The newest outputs.")
public record RecentJson(@Doc("The outputs, newest first.") List<EntryJson.Output> items) {}
