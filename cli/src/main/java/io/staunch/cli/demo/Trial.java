package io.staunch.cli.demo;

/** One job put to the test: what goes into it, and how what comes out is judged. Used once. */
interface Trial {
    /** What goes in. */
    Input input();

    /** Counts what comes out at a sink to which the job writes. */
    Output output(DemoSink sink);

    /** How many different records must come out, at each sink. */
    int wanted();

    /** The verdict, when all has come out. */
    Verdict verdict(Kills kills);
}
