package dev.eddyline.topology;

import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.config.Setting;
import java.util.Arrays;

/** Where state is stored, in addition to its changelog. */
public enum StoreType {
  /** In RocksDB, on disk. */
  ROCKSDB,
  /** In the heap. */
  IN_MEMORY;

  /**
   * The type with this name, as in the setting.
   *
   * @throws InvalidSettingException when there is none
   */
  public static StoreType ofSetting(String name) {
    return Arrays.stream(values())
        .filter(type -> type.name().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidSettingException(
                    "%s: must be rocksdb or in_memory, was '%s'"
                        .formatted(Setting.STORE_TYPE.key(), name)));
  }
}
