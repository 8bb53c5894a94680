/**
 * Declared keys: their types, and how sections of YAML are read key by key. Problems name paths and
 * suggest spellings; the declared keys also have a JSON Schema.
 */
package dev.eddyline.keys;
