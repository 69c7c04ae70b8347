/**
 * A transactional database in memory and in virtual time, as strict as PostgreSQL is, with the faults that such systems have. It is the
 * model behind simulated sinks that need transactions over rows, locks and prepared transactions.
 */
@NullMarked
package io.staunch.testkit.table;

import org.jspecify.annotations.NullMarked;
