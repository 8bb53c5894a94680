package dev.eddyline.topology;

import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.query.PositionBound;
import org.apache.kafka.streams.query.QueryConfig;
import org.apache.kafka.streams.query.WindowRangeQuery;

/** The contents of stores. */
public final class StoreContents {

  private StoreContents() {}

  /** All records of all stores, by store and key. */
  public static Map<String, Object> all(TopologyTestDriver driver) {
    Map<String, Object> stored = new TreeMap<>();
    for (String name : driver.getAllStateStores().keySet()) {
      if (driver.getWindowStore(name) != null) {
        // a query bypasses the record cache, which may have windows that have expired
        WindowRangeQuery<Object, Object> query =
            WindowRangeQuery.withWindowStartRange(
                Instant.EPOCH, Instant.ofEpochMilli(Long.MAX_VALUE));
        StateStore store = driver.getWindowStore(name);
        try (var all =
            store.query(query, PositionBound.unbounded(), new QueryConfig(false)).getResult()) {
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
