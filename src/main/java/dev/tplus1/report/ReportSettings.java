package dev.tplus1.report;

import dev.tplus1.report.words.Language;

import java.nio.file.Path;

/**
 * Where a job's reports are left, and how they are written.
 *
 * @param directory the folder that holds a folder for each job
 * @param language what people read is written in
 * @param showPayer whether report.html and report.xlsx show who paid what a break is about
 */
public record ReportSettings(Path directory, Language language, boolean showPayer) {}
