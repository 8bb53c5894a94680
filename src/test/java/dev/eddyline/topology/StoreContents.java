package dev.eddyline.topology;

import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.streams.TopologyTestDriver;

/** The contents of stores. */
final class StoreContents {

  private StoreContents() {}

  /** All records of all stores, by store and key. */
  static Map<String, Object> all(TopologyTestDriver driver) {
    Map<String, Object> stored = new TreeMap<>();
    for (String name : driver.getAllStateStores().keySet()) {
      if (driver.getWindowStore(name) != null) {
        try (var all = driver.getWindowStore(name).all()) {
          all.forEachRemaining(entry -> stored.put(name + " " + entry.key, entry.value));
        }
      } else {
        try (var all = driver.getKeyValueStore(name).all()) {
          all.forEachRemaining(entry -> stored.put(name + " " + entry.key, entry.value));
        }
      }
    }
    return stored;
  }
}
