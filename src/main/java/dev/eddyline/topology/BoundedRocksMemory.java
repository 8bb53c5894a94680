package dev.eddyline.topology;

import dev.eddyline.config.Setting;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.Cache;
import org.rocksdb.Env;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.Priority;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBufferManager;

/**
 * Lets all RocksDB stores of a process share one cache, which their write buffers, indexes and
 * filters count against: without it each store and segment has its own, and memory grows with their
 * number. Half of it is the write buffers'. They also share threads that empty full buffers.
 */
public final class BoundedRocksMemory implements RocksDBConfigSetter {

  private static final long MIB = 1024L * 1024;
  private static final double FOR_INDEXES = 0.2;

  /** A buffer's first allocation: segments that are hardly written must not fill the budget. */
  private static final long ARENA_BYTES = 256 * 1024;

  /** One for each budget, so that several applications in one process can have their own. */
  private static final Map<Long, Shared> BY_BYTES = new ConcurrentHashMap<>();

  private record Shared(Cache cache, WriteBufferManager writeBuffers) {

    static Shared of(long bytes) {
      RocksDB.loadLibrary();
      Cache cache = new LRUCache(bytes, -1, false, FOR_INDEXES);
      return new Shared(cache, new WriteBufferManager(bytes / 2, cache));
    }
  }

  @Override
  public void setConfig(String storeName, Options options, Map<String, Object> configs) {
    Object mebibytes =
        configs.getOrDefault(Setting.STORE_MEMORY_MB.key(), Setting.STORE_MEMORY_MB.preset());
    Shared shared =
        BY_BYTES.computeIfAbsent(Long.parseLong(mebibytes.toString()) * MIB, Shared::of);
    BlockBasedTableConfig table = (BlockBasedTableConfig) options.tableFormatConfig();
    table.setBlockCache(shared.cache());
    table.setCacheIndexAndFilterBlocks(true);
    table.setCacheIndexAndFilterBlocksWithHighPriority(true);
    options.setWriteBufferManager(shared.writeBuffers());
    options.setArenaBlockSize(ARENA_BYTES);
    options.setTableFormatConfig(table);
    // Kafka Streams leaves one for all stores: then each restoring thread waits for the others'
    Env.getDefault().setBackgroundThreads(StreamsSettings.threads(), Priority.HIGH);
  }

  /** Bytes that a budget's stores use now; 0 before the first of them is opened. */
  public static long used(long mebibytes) {
    Shared shared = BY_BYTES.get(mebibytes * MIB);
    return shared == null ? 0 : shared.cache().getUsage();
  }

  /** What is shared outlives each store. */
  @Override
  public void close(String storeName, Options options) {}
}
