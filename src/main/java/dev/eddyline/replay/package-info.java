/** Replay of recorded events through the topology in one process, without a broker. */
package dev.eddyline.replay;
