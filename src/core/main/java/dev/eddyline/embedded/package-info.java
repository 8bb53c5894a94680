/** The engine in one process, in memory: what an application embeds, and what a replay runs. */
package dev.eddyline.embedded;
