package io.staunch.runtime.job;

import io.staunch.protocol.format.Manifest.CopyEntry;
import io.staunch.protocol.prepared.PreparedToken;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a manifest says of sinks besides what the pipeline does.
 *
 * @param lead the lead's resource; null if the job has none
 * @param slot of the lead, in which the checkpoint's output is; -1 without one
 * @param ledgers identity of each ledger by resource
 * @param introduced resources that get their first entry with the checkpoint
 * @param copies what followers write after it, by the sink's name
 * @param prepared what followers commit after it, by the sink's name
 */
record SinkStates(
        @Nullable String lead,
        int slot,
        Map<String, String> ledgers,
        Set<String> introduced,
        Map<String, CopyEntry> copies,
        Map<String, List<PreparedToken>> prepared) {
    SinkStates {
        ledgers = Map.copyOf(ledgers);
        introduced = Set.copyOf(introduced);
        copies = Map.copyOf(copies);
        prepared = Map.copyOf(prepared);
    }
}
