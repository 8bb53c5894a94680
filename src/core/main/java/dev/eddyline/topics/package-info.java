/** The catalogue of topics: their names, roles and limits. */
package dev.eddyline.topics;
