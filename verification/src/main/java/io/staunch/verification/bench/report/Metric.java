package io.staunch.verification.bench.report;

import java.util.Locale;

/** What is measured. */
public enum Metric {
    RATE("rate", "k/s", 1e-3, true),
    CHECKPOINTS("checkpoints", "of nominal", 1, true),
    CHECKPOINT_COUNT("durable checkpoints", "in the run", 1, true),
    CHECKPOINT_BYTES("per checkpoint", "KB", 1e-3, false),
    SYNC("mean sync", "ms", 1, false),
    LONGEST_SYNC("longest sync", "ms", 1, false),
    STALL("longest stall", "ms", 1, false),
    CPU("CPU", "s", 1, false),
    CPU_PER_MILLION("CPU per M records", "s", 1, false),
    STORE_BYTES("checkpoint store", "bytes per record", 1, false),
    DATABASE_CPU("CPU of the database per M records", "s", 1, false),
    STEADY("steady", "s", 1, true),
    LATENCY_P50("latency p50", "ms", 1, false),
    LATENCY_P99("latency p99", "ms", 1, false),
    LATENCY_MAX("latency max", "ms", 1, false),
    MARKERS("markers", "per s", 1, false),
    LOG_BYTES("log", "bytes per byte of payload", 1, false),
    BROKER_CPU("CPU of the brokers", "cores", 1, false),
    FIRST_OUTPUT("first output", "s", 1, false),
    RSS("resident", "MB", 1, false),
    CLASS_PATH("class path", "MB", 1, false);

    private final String words;
    private final String unit;
    private final double scale;
    private final boolean moreIsBetter;

    Metric(String words, String unit, double scale, boolean moreIsBetter) {
        this.words = words;
        this.unit = unit;
        this.scale = scale;
        this.moreIsBetter = moreIsBetter;
    }

    /** With its unit. */
    public String title() {
        return words + ", " + unit;
    }

    public String words() {
        return words;
    }

    public boolean moreIsBetter() {
        return moreIsBetter;
    }

    /** In the unit of the title. */
    public double scaled(double value) {
        return value * scale;
    }

    /** In the unit of the title, with three digits or so. */
    public String text(double value) {
        double shown = scaled(value);
        int decimals = Math.abs(shown) >= 100 || shown == Math.rint(shown) ? 0 : Math.abs(shown) >= 10 ? 1 : 2;
        return String.format(Locale.ROOT, "%." + decimals + "f", shown);
    }
}
