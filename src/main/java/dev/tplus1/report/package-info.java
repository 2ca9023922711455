/** What a run leaves to read: summary.json, breaks.csv, report.xlsx, report.html. */
@NullMarked
package dev.tplus1.report;

import org.jspecify.annotations.NullMarked;
