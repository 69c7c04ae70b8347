package io.staunch.verification.bench;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The contenders. */
enum Kind {
    STAUNCH("staunch", "engine.KeyedCountJob", "engine.DrainJob", "engine.FirstOutputJob", "engine.WindowJob"),
    STRONG("strong loop", "loop.KeyedCountLoop$Strong", "loop.StrongDrain", "", ""),
    LOOP("loop", "loop.KeyedCountLoop$Plain", "loop.PlainDrain", "", "loop.WindowLoop"),
    FLINK("flink", "flink.KeyedCountFlink", "flink.DrainFlink", "flink.FirstOutputFlink", "flink.WindowFlink"),
    FLINK_ROCKSDB("flink rocksdb", "flink.KeyedCountFlink", "flink.DrainFlink", "", ""),
    FLINK_UNALIGNED("flink unaligned", "flink.KeyedCountFlink", "flink.DrainFlink", "", ""),
    JET("jet", "jet.KeyedCountJet", "jet.DrainJet", "jet.FirstOutputJet", "jet.WindowJet"),
    STREAMS("streams", "", "streams.DrainStreams", "", ""),
    PREPARED("staunch prepared", "", "", "", ""),
    UPSERT("staunch upsert", "", "", "", ""),
    ROWS("row loop", "", "", "", "");

    private static final List<String> OPENED_FOR_PEERS = List.of(
            "--add-modules=java.se",
            "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
            "--add-exports=java.base/sun.net.util=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
            "--add-opens=java.base/java.net=ALL-UNNAMED",
            "--add-opens=java.base/java.io=ALL-UNNAMED",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--add-opens=java.base/java.text=ALL-UNNAMED",
            "--add-opens=java.base/java.time=ALL-UNNAMED",
            "--add-opens=java.base/java.util=ALL-UNNAMED",
            "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
            "--add-opens=java.base/java.util.concurrent.atomic=ALL-UNNAMED",
            "--add-opens=java.base/java.util.concurrent.locks=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-opens=java.management/sun.management=ALL-UNNAMED",
            "--add-opens=jdk.management/com.sun.management.internal=ALL-UNNAMED");

    private final String label;
    private final String keyedCount;
    private final String drain;
    private final String firstOutput;
    private final String windows;

    Kind(String label, String keyedCount, String drain, String firstOutput, String windows) {
        this.label = label;
        this.keyedCount = keyedCount;
        this.drain = drain;
        this.firstOutput = firstOutput;
        this.windows = windows;
    }

    String label() {
        return label;
    }

    /** The label without a blank, as it is given on the command line. */
    String option() {
        return label.replace(' ', '-');
    }

    static Kind of(String option) {
        return Arrays.stream(values())
                .filter(kind -> kind.option().equals(option))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no contender '" + option + "'; there are "
                        + Arrays.stream(values()).map(Kind::option).toList()));
    }

    /** Whether it can do what the setting asks for. */
    boolean has(String setting) {
        return ours() || !setting.startsWith(Plan.ADAPTIVE);
    }

    Optional<String> keyedCount() {
        return main(keyedCount);
    }

    Optional<String> drain() {
        return main(drain);
    }

    Optional<String> firstOutput() {
        return main(firstOutput);
    }

    Optional<String> windows() {
        return main(windows);
    }

    /** Into a table. */
    Optional<String> table() {
        return switch (this) {
            case STAUNCH, PREPARED, UPSERT -> main("engine.TableJob");
            case LOOP, ROWS -> main("loop.TableLoop");
            case STRONG, FLINK, FLINK_ROCKSDB, FLINK_UNALIGNED, JET, STREAMS -> Optional.empty();
        };
    }

    /** Into files. */
    Optional<String> files() {
        return switch (this) {
            case STAUNCH -> main("engine.FilesJob");
            case LOOP -> main("loop.FilesLoop");
            case STRONG, FLINK, FLINK_ROCKSDB, FLINK_UNALIGNED, JET, STREAMS, PREPARED, UPSERT, ROWS ->
                Optional.empty();
        };
    }

    /** Whether it is Staunch, in whatever variant. */
    boolean ours() {
        return switch (this) {
            case STAUNCH, PREPARED, UPSERT -> true;
            case STRONG, LOOP, FLINK, FLINK_ROCKSDB, FLINK_UNALIGNED, JET, STREAMS, ROWS -> false;
        };
    }

    private Optional<String> main(String name) {
        String parent = peer().isEmpty() ? "io.staunch.verification.bench." : "io.staunch.verification.peer.";
        return name.isEmpty() ? Optional.empty() : Optional.of(parent + name);
    }

    /** The folder under {@code verification/peers} that builds it, if it is another engine. */
    Optional<String> peer() {
        return switch (this) {
            case FLINK, FLINK_UNALIGNED -> Optional.of("flink");
            case FLINK_ROCKSDB -> Optional.of("flink-rocksdb");
            case JET, STREAMS -> Optional.of(label);
            case STAUNCH, STRONG, LOOP, PREPARED, UPSERT, ROWS -> Optional.empty();
        };
    }

    /** How it is set, where an engine takes part more than once; empty if it does not. */
    String variant() {
        return switch (this) {
            case FLINK_ROCKSDB -> "rocksdb";
            case FLINK_UNALIGNED -> "unaligned";
            case PREPARED -> "prepared";
            case UPSERT -> "upsert";
            case ROWS -> "rows";
            case STAUNCH, STRONG, LOOP, FLINK, JET, STREAMS -> "";
        };
    }

    List<String> jvmOptions() {
        return switch (this) {
            case FLINK, FLINK_ROCKSDB, FLINK_UNALIGNED, JET -> OPENED_FOR_PEERS;
            case STAUNCH, STRONG, LOOP, STREAMS, PREPARED, UPSERT, ROWS -> List.of();
        };
    }
}
