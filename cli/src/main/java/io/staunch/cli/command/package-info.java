/** What all commands share. */
@NullMarked
package io.staunch.cli.command;

import org.jspecify.annotations.NullMarked;
