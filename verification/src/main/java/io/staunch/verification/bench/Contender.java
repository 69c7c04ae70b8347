package io.staunch.verification.bench;

import java.nio.file.Path;
import java.time.Duration;

/** Who drains one topic into another in B3 and B4. */
enum Contender {
    STAUNCH {
        @Override
        void run(String bootstrapServers, String in, String out, int records, Duration interval, Path folder)
                throws Exception {
            StaunchDrain.run(bootstrapServers, in, out, records, interval, folder);
        }
    },
    LOOP {
        @Override
        void run(String bootstrapServers, String in, String out, int records, Duration interval, Path folder)
                throws Exception {
            LoopDrain.run(bootstrapServers, in, out, records, interval, folder);
        }
    };

    /** Returns when so many records are committed, those of earlier runs in that folder included. */
    abstract void run(String bootstrapServers, String in, String out, int records, Duration interval, Path folder)
            throws Exception;
}
