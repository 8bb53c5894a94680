/**
 * What any handler of HTTP needs: errors, parameters, request bodies, pages of lists, and limits of
 * work.
 */
package dev.eddyline.console.web;
