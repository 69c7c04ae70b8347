package io.staunch.verification.bench;

import io.staunch.verification.bench.report.Results;

/** Something that contenders are measured at. */
interface Workload {
    /** Measures all rounds. */
    void measure(Plan plan, ClassPaths classPaths, Results results) throws Exception;
}
