package io.staunch.testkit.outside;

import io.staunch.error.Remedy;
import io.staunch.error.StaunchException;
import io.staunch.source.Split;
import io.staunch.source.SplitEnumerator;
import io.staunch.testkit.log.LogException;
import io.staunch.testkit.log.LogPartition;
import io.staunch.testkit.log.LogTopic;
import io.staunch.testkit.log.Wire;
import io.staunch.testkit.outside.LogSource.Kept;
import java.util.List;
import java.util.function.Supplier;

/** Finds the partitions of a topic. */
final class LogEnumerator implements SplitEnumerator {
    private final String name;
    private final Kept kept;
    private final LogClients clients;
    private final Wire wire;

    LogEnumerator(String name, Kept kept, LogClients clients) {
        this.name = name;
        this.kept = kept;
        this.clients = clients;
        wire = clients.wire();
    }

    @Override
    public List<Split> firstSplits() {
        return topic().partitions().stream()
                .map(p -> LogPosition.split(p, p.start()))
                .toList();
    }

    @Override
    public void verify(List<Split> restored) {
        topic();
        for (Split split : restored) {
            LogPosition position = LogPosition.of(split);
            LogPartition partition = clients.log().partition(position.topic(), position.partition());
            boolean gone = position.offset() < partition.start() && kept != Kept.UNREAD;
            if (gone || position.offset() > partition.end()) {
                throw new StaunchException(split + " is outside of what " + partition + " has", Remedy.FAIL_JOB);
            }
        }
    }

    @Override
    public List<Split> discover(List<String> known) {
        return topic().partitions().stream()
                .filter(p -> !known.contains(p.name()))
                .map(p -> LogPosition.split(p, 0))
                .toList();
    }

    /** Telling that costs no waiting, and is not lost. */
    @Override
    public void settled(long checkpoint, List<Split> positions) {
        clients.process().requireAlive();
        if (kept == Kept.UNSETTLED) {
            for (Split split : positions) {
                LogPosition position = LogPosition.of(split);
                clients.log().partition(position.topic(), position.partition()).expire(position.offset());
            }
        }
    }

    @Override
    public void close() {}

    private LogTopic topic() {
        LogTopic found = asking(() -> clients.log().find(name));
        if (found == null) {
            throw new StaunchException("there is no simulated topic " + name, Remedy.FAIL_JOB);
        }
        return found;
    }

    private <T> T asking(Supplier<T> question) {
        try {
            return wire.call("log.describe", () -> {
                clients.log().requireBack();
                return question.get();
            });
        } catch (LogException e) {
            throw new StaunchException("topic " + name + " can't be looked up", Remedy.RESTART_FROM_CHECKPOINT, e);
        }
    }
}
