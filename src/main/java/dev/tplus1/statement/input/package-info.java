/**
 * A statement's bytes on their way to rows, the same for all providers: bounded unpacking, lines
 * with their numbers, strict decoding, cells bound by header name. Whatever cannot be read is
 * refused with file and line.
 */
@NullMarked
package dev.tplus1.statement.input;

import org.jspecify.annotations.NullMarked;
