/** The workloads with Staunch. */
package io.staunch.verification.bench.engine;
