/** The commands that start a process with HTTP ports, or prepare the callers of its API. */
package dev.eddyline.serve;
