package dev.eddyline.topology;

/** Where state is kept beside its changelog. */
public enum StoreType {
  /** In RocksDB, on disk. */
  ROCKSDB,
  /** In the heap. */
  IN_MEMORY
}
