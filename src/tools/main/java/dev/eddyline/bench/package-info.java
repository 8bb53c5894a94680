/** Measures costs next to plain topologies. The class here runs the sections of a plan. */
package dev.eddyline.bench;
