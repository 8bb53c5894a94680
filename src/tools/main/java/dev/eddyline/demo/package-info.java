/** Plays the demo's scenarios. */
package dev.eddyline.demo;
