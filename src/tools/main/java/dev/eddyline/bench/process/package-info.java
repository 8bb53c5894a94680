/**
 * The compared topologies, each in a process of its own that prints samples, and the topics of
 * their cluster.
 */
package dev.eddyline.bench.process;
