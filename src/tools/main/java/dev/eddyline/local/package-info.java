/** Runs a broker and a registry as child processes. */
package dev.eddyline.local;
