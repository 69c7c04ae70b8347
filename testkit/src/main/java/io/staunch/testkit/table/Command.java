package io.staunch.testkit.table;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A request that waits for nobody. */
record Command(Place place, Consumer<Backend> effect) implements Request {
    @Override
    public @Nullable TableTransaction goOn(Backend backend) {
        effect.accept(backend);
        return null;
    }
}
