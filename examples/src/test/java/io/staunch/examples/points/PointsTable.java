package io.staunch.examples.points;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Stands for the service, and for the mail server beside it. One for each simulated run. */
final class PointsTable implements PointsService {
    private final Map<String, Long> points = new HashMap<>();
    private final List<String> mails = new ArrayList<>();
    private long newestWriter;

    @Override
    public void put(String customer, long total, long writer) {
        if (writer < newestWriter) {
            throw new IllegalStateException("writer " + writer + " was replaced by " + newestWriter);
        }
        newestWriter = writer;
        points.put(customer, total);
    }

    @Override
    public void add(String customer, long more) {
        points.merge(customer, more, Long::sum);
    }

    void mail(String text) {
        mails.add(text);
    }

    Map<String, Long> points() {
        return points;
    }

    List<String> mails() {
        return mails;
    }
}
