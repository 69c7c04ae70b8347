package io.staunch.runtime.task;

import io.staunch.observe.ProtocolStep;
import io.staunch.protocol.prepared.PreparedToken;
import io.staunch.runtime.sink.FollowerReports;
import io.staunch.source.Split;
import java.nio.ByteBuffer;
import java.util.List;

/** Nobody listens; a failure throws. To be overridden where somebody does. */
public class NoReports implements FollowerReports {
    @Override
    public void captured(Captured captured) {}

    @Override
    public void prepared(String sink, long checkpoint) {}

    @Override
    public void opened(long nanoTime) {}

    @Override
    public void committed(long checkpoint) {}

    @Override
    public void copied(String sink, ByteBuffer chunk, int records) {}

    @Override
    public void transactionPrepared(String sink, PreparedToken token) {}

    @Override
    public void followerCommitted(String sink, long checkpoint) {}

    @Override
    public void discovered(String source, List<Split> splits) {}

    @Override
    public void finished(int task) {}

    @Override
    public void failed(String subject, long origin, Throwable why) {
        throw new AssertionError(subject, why);
    }

    @Override
    public void step(ProtocolStep step, long checkpoint, String subject, String detail) {}
}
