/** The look at a job before its first night: settings, schema, grants, and who can be reached. */
@NullMarked
package dev.tplus1.cli.work.check;

import org.jspecify.annotations.NullMarked;
