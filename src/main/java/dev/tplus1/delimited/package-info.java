/**
 * Delimited text, byte by byte: records whose cells are slices of one buffer, and typed reads of
 * such slices. No object is made for a row or a cell. Knows nothing of statements and books.
 */
@NullMarked
package dev.tplus1.delimited;

import org.jspecify.annotations.NullMarked;
