package dev.tplus1.alert.channel;

import java.time.Duration;

/**
 * How long a mail server may take, and what goes along with a mail.
 *
 * @param connect until the connection stands
 * @param read for each of its answers
 * @param write for each piece that it takes
 * @param fileBytes a larger workbook is not attached
 * @param allBytes all workbooks of a mail together have at most this many
 */
record MailLimits(Duration connect, Duration read, Duration write, int fileBytes, int allBytes) {}
