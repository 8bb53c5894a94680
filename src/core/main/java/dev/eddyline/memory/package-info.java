/** The loop memory: what resolved earlier loops, and the search for similar ones. */
package dev.eddyline.memory;
