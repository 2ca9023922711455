/** How pages are made from templates. */
@NullMarked
package dev.tplus1.report.html;

import org.jspecify.annotations.NullMarked;
