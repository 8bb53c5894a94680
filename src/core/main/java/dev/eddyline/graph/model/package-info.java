/** The graph itself: its nodes, edges, counters and limits, and the algorithms on them. */
package dev.eddyline.graph.model;
