package io.staunch.testkit.outside;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.source.Split;
import io.staunch.testkit.log.LogPartition;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A place in a partition, as text in a split: {@code offset=42}. */
record LogPosition(String topic, int partition, long offset) {
    private static final Pattern ID = Pattern.compile("(.+)-([0-9]{1,9})");
    private static final Pattern POSITION = Pattern.compile("offset=([0-9]{1,18})");

    static Split split(LogPartition partition, long offset) {
        return new Split(partition.name(), "offset=" + offset);
    }

    static LogPosition of(Split split) {
        Matcher id = ID.matcher(split.id());
        Matcher position = POSITION.matcher(split.position());
        if (!id.matches() || !position.matches()) {
            throw new StaunchException(split + " is no place in a simulated topic", Remedy.FAIL_JOB);
        }
        return new LogPosition(id.group(1), Integer.parseInt(id.group(2)), Long.parseLong(position.group(1)));
    }
}
