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
 * Makes all RocksDB stores of a process share one cache, which also accounts for write buffers,
 * indexes and filters. Without it each store and segment has its own, and memory grows with their
 * number. Half of the cache is for write buffers. The stores also share the flush threads.
 */
public final class BoundedRocksMemory implements RocksDBConfigSetter {

  private static final long MIB = 1024L * 1024;
  private static final double INDEX_BLOCK_CACHE_SHARE = 0.2;

  /** A buffer's first allocation, bytes: rarely written segments must not fill the budget. */
  private static final long ARENA_BYTES = 256 * 1024;

  /** One cache a budget, so that several applications in one process can have their own. */
  private static final Map<Long, SharedCache> SHARED_CACHE_BY_BUDGET_BYTES =
      new ConcurrentHashMap<>();

  private record SharedCache(Cache cache, WriteBufferManager writeBuffers) {

    static SharedCache of(long bytes) {
      RocksDB.loadLibrary();
      Cache cache = new LRUCache(bytes, -1, false, INDEX_BLOCK_CACHE_SHARE);
      return new SharedCache(cache, new WriteBufferManager(bytes / 2, cache));
    }
  }

  @Override
  public void setConfig(String storeName, Options options, Map<String, Object> configs) {
    Object mebibytes =
        configs.getOrDefault(Setting.STORE_MEMORY_MB.key(), Setting.STORE_MEMORY_MB.defaultValue());
    SharedCache shared =
        SHARED_CACHE_BY_BUDGET_BYTES.computeIfAbsent(
            rocksBytes(Long.parseLong(mebibytes.toString())), SharedCache::of);
    BlockBasedTableConfig table = (BlockBasedTableConfig) options.tableFormatConfig();
    table.setBlockCache(shared.cache());
    table.setCacheIndexAndFilterBlocks(true);
    table.setCacheIndexAndFilterBlocksWithHighPriority(true);
    options.setWriteBufferManager(shared.writeBuffers());
    options.setArenaBlockSize(ARENA_BYTES);
    options.setTableFormatConfig(table);
    // Kafka Streams sets one flush thread for all stores: restoring threads would wait for each
    // other
    Env.getDefault()
        .setBackgroundThreads(StreamsSettings.defaultStreamThreadCount(), Priority.HIGH);
  }

  /** Bytes that the stores of a budget use now; 0 before the first store is opened. */
  public static long usedBytesOfBudget(long mebibytes) {
    SharedCache shared = SHARED_CACHE_BY_BUDGET_BYTES.get(rocksBytes(mebibytes));
    return shared == null ? 0 : shared.cache().getUsage();
  }

  /** The part of a budget that RocksDB may use, bytes. */
  public static long rocksBytes(long mebibytes) {
    return mebibytes * MIB - StreamsSettings.recordCacheBytes(mebibytes);
  }

  /** Does nothing: the shared cache outlives each store. */
  @Override
  public void close(String storeName, Options options) {}
}
