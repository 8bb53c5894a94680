/** The projection of published outputs in memory, and the figures that it adds up. */
package dev.eddyline.console.view;
