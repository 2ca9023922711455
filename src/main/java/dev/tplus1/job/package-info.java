/** The job file: reads, composes and checks the settings that each room owns. */
@NullMarked
package dev.tplus1.job;

import org.jspecify.annotations.NullMarked;
