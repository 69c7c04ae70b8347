package io.staunch.verification.bench.report;

import java.util.List;

/** Least, middle and greatest of some figures. */
public record Spread(double min, double median, double max, int count) {
    public static Spread of(List<Double> figures) {
        if (figures.isEmpty()) {
            throw new IllegalArgumentException("a spread of no figures");
        }
        List<Double> sorted = figures.stream().sorted().toList();
        int middle = sorted.size() / 2;
        double median = sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
        return new Spread(sorted.get(0), median, sorted.get(sorted.size() - 1), sorted.size());
    }
}
