/**
 * report.xlsx: the report as a workbook, written part by part, nothing of it in memory as a whole.
 *
 * <p>SpreadsheetML is written here with the JDK's XML and ZIP writers. Weighed against them were
 * org.dhatim:fastexcel 0.19.0 (80 kB, and opczip; kept up): it stamps the time of writing into
 * every file, so that the same report is never the same bytes, trims blanks at the ends of texts,
 * turns local times by the process's zone, and has one sheet open at a time, so that breaks would
 * have to be looked through once for each; and Apache POI (12 MB with what it needs), which the
 * tests read the files with. What a report needs of the format, ECMA-376 part 1 clause 18, is
 * small.
 */
@NullMarked
package dev.tplus1.report.sheet;

import org.jspecify.annotations.NullMarked;
