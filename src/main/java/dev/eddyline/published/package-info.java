/** What topics that every instance reads whole say of workflows, whatever it is. */
package dev.eddyline.published;
