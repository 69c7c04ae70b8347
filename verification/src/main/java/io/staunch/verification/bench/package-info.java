/** Benchmarks: Staunch, loops written by hand and other engines, each in a process and on a class path of its own. */
package io.staunch.verification.bench;
