/**
 * index.html of the reports folder: how all accounts stand, date by date. Made from the
 * summary.json files and from what the database says is open, after every run.
 */
@NullMarked
package dev.tplus1.report.index;

import org.jspecify.annotations.NullMarked;
