package io.staunch.protocol.format;

import io.staunch.protocol.codec.JsonText;
import io.staunch.protocol.follower.AsideFile;
import io.staunch.protocol.format.Manifest.SourceEntry;
import io.staunch.protocol.format.Manifest.SplitEntry;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A file that says, for people and other programs, what a sink that prepares has lost with consent: one line of JSON in UTF-8. The records themselves were
 * in the transactions and are nowhere else; what is known of them is which input was read for their checkpoint. What has state may have made them of earlier
 * input, too. Nothing here reads it.
 *
 * @param of the checkpoint whose transactions are lost
 * @param before the checkpoint that it was taken on top of; null if it is not known any more, so that it is not known from where the input was read
 * @param epoch of the start that made it
 * @param transactions by their names outside
 */
public record LossFile(
        String sink, String resource, Manifest of, @Nullable Manifest before, long epoch, List<String> transactions) {
    /** The version of the format that is written. */
    public static final int FORMAT = 1;

    public LossFile {
        transactions = List.copyOf(transactions);
    }

    /** The name: as that of {@link AsideFile}, with another ending. */
    public static String name(String sink, Manifest of) {
        return AsideFile.stem(sink, of.checkpoint(), of.owner().lineage()) + "-lost.json";
    }

    /** All of it. */
    public byte[] bytes() {
        Map<String, @Nullable Object> text = new LinkedHashMap<>();
        text.put("staunch", "lost");
        text.put("format", FORMAT);
        text.put("job", of.job());
        text.put("sink", sink);
        text.put("resource", resource);
        text.put("checkpoint", of.checkpoint());
        text.put("epoch", epoch);
        text.put("transactions", transactions);
        text.put("input", input());
        return (JsonText.of(text) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** Of each split that was read on: from where, and up to where, in the words of its source. */
    private List<Map<String, @Nullable Object>> input() {
        List<Map<String, @Nullable Object>> read = new ArrayList<>();
        for (SourceEntry source : of.sources()) {
            for (SplitEntry split : source.splits()) {
                SplitEntry from = before(source.name(), split.id());
                if (!split.equals(from)) {
                    Map<String, @Nullable Object> one = new LinkedHashMap<>();
                    one.put("source", source.name());
                    one.put("split", split.id());
                    one.put("from", from == null ? null : from.position());
                    one.put("to", split.position());
                    read.add(one);
                }
            }
        }
        return read;
    }

    private @Nullable SplitEntry before(String source, String split) {
        if (before == null) {
            return null;
        }
        return before.sources().stream()
                .filter(each -> each.name().equals(source))
                .flatMap(each -> each.splits().stream())
                .filter(each -> each.id().equals(split))
                .findFirst()
                .orElse(null);
    }
}
