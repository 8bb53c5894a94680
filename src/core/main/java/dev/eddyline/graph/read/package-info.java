/**
 * Readers of graphs: each format has a parser, which is listed in {@code GraphFormat}. All parsers
 * collect parts and problems in one builder.
 */
package dev.eddyline.graph.read;
