/**
 * Where graphs come from: files, the configuration, and published records. A loaded graph is parsed
 * and linted.
 */
package dev.eddyline.graph.source;
