package dev.eddyline.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.Env;
import org.rocksdb.Priority;

class BoundedRocksMemoryTest {

  @TempDir Path folder;

  @Test
  void storesHaveSeveralFlushThreads() {
    Properties properties = new Properties();
    properties.put(StreamsConfig.STATE_DIR_CONFIG, folder.toString());
    properties.put(
        StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, BoundedRocksMemory.class.getName());
    StreamsBuilder stores = new StreamsBuilder();
    for (String name : List.of("one", "other")) {
      stores.globalTable(
          name,
          Consumed.with(Serdes.String(), Serdes.String()),
          Materialized.as(Stores.persistentKeyValueStore(name)));
    }

    try (TopologyTestDriver driver = new TopologyTestDriver(stores.build(), properties)) {
      assertThat(driver.getAllStateStores()).containsOnlyKeys("one", "other");
      assertThat(Env.getDefault().getBackgroundThreads(Priority.HIGH))
          .isEqualTo(StreamsSettings.defaultStreamThreadCount());
    }
  }
}
