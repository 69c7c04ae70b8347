package io.staunch.cli.demo;

import java.util.List;

/** What the demo has found. */
interface Verdict {
    /** Whether the guarantee was kept that the job was run with. */
    boolean kept();

    /** For people, line by line. */
    List<String> text();

    /** One JSON object on one line. */
    String json();
}
