package io.staunch.runtime.job;

import io.staunch.protocol.format.Manifest;
import io.staunch.store.StoreClaim.Chunk;
import java.util.List;
import java.util.stream.Stream;

/**
 * What an execution is to begin with.
 *
 * @param manifest the checkpoint to restore
 * @param chunks everything that the manifest refers to
 * @param needsFirst whether it is a checkpoint that is not in the store yet
 * @param needsEntry whether it is not in the ledger yet
 */
record BeginningPlan(Manifest manifest, List<Chunk> chunks, boolean needsFirst, boolean needsEntry) {
    static List<Chunk> chunks(Manifest manifest) {
        Stream<Chunk> state = manifest.operators().stream()
                .flatMap(operator -> operator.chunks().stream())
                .map(Manifest.ChunkEntry::chunk);
        Stream<Chunk> copies = manifest.sinks().stream()
                .flatMap(sink -> sink.copy() == null ? Stream.of() : sink.copy().chunks().stream());
        return Stream.concat(state, copies).toList();
    }
}
