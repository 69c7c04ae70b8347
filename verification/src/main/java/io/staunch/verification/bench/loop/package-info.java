/** The workloads written by hand, the plain way and as well as we know how: what an engine is compared with first. */
package io.staunch.verification.bench.loop;
