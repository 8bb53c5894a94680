/** Who may do what: tokens, their roles, and the tasks that they cover. */
package dev.eddyline.access;
