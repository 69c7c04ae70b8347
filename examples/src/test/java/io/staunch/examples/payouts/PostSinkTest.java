package io.staunch.examples.payouts;

import io.staunch.environment.Environment;
import io.staunch.runtime.environment.LocalEnvironment;
import io.staunch.sink.WriteAheadSink;
import io.staunch.testkit.contract.WriteAheadContract;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** What every such sink does, this one over HTTP. */
class PostSinkTest extends WriteAheadContract {
    private final Provider provider = new Provider(Integer.MAX_VALUE);

    @AfterEach
    void stop() {
        provider.close();
    }

    @Override
    protected WriteAheadSink<String> sink() {
        return new PostSink<>(provider.address(), String.class, text -> text);
    }

    @Override
    protected Environment environment() {
        return new LocalEnvironment();
    }

    @Override
    protected List<String> written() {
        return provider.taken();
    }
}
