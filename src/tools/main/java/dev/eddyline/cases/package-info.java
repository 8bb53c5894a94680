/** Invents runs of agents, stuck and ordinary, to measure detectors. */
package dev.eddyline.cases;
