/** The commands of these tools. */
package dev.eddyline.tools;
