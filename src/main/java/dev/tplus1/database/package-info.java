/** The databases: pools, migrations, and all that differs between H2, MySQL and MariaDB. */
@NullMarked
package dev.tplus1.database;

import org.jspecify.annotations.NullMarked;
