/** The production environment: real time, threads, disks and clients. */
@NullMarked
package io.staunch.runtime.environment;

import org.jspecify.annotations.NullMarked;
