/** The commit ledger: who owns a job's outside resources, and up to which checkpoint their output is committed. */
@NullMarked
package io.staunch.ledger;

import org.jspecify.annotations.NullMarked;
