/**
 * Parsing of YAML within bounds, regular expressions with bounded cost, printable texts, and the
 * reasons why a file cannot be read.
 */
package dev.eddyline.yaml;
