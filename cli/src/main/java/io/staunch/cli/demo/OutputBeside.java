package io.staunch.cli.demo;

/** An output beside Kafka. It is read when the job has ended, since then it is whole. */
interface OutputBeside {
    /** Counts all of it, in the order in which it was written. */
    void read(Output into);
}
