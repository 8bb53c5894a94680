/** The loop guards of other agent systems as small reference detectors, for comparison. */
package dev.eddyline.guards;
