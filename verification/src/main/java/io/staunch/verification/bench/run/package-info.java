/** What a benchmark and its contenders share: how they talk, what the workloads are, how output is metered. JDK only, since it is on every contender's class path. */
package io.staunch.verification.bench.run;
