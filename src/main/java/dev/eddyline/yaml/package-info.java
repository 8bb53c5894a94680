/**
 * YAML sections with typed keys, regular expressions with bounded cost, and spelling suggestions.
 */
package dev.eddyline.yaml;
