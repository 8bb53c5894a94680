/** Measures costs next to plain topologies. */
package dev.eddyline.bench;
