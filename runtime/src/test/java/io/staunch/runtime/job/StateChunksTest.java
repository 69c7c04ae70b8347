package io.staunch.runtime.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.store.StoreClaim.Chunk;
import java.util.List;
import org.junit.jupiter.api.Test;

class StateChunksTest {
    private static final StateChunks.Part PART = new StateChunks.Part("totals", 1);
    private static final StateChunks.Part OTHER = new StateChunks.Part("totals", 0);

    private final StateChunks three = after(after(after(StateChunks.NONE, 0, "a", "b"), 1), 2, "c");

    @Test
    void aCaptureKeepsThoseBeforeThatItNeeds() {
        assertThat(three.of(PART)).extracting(Chunk::file).containsExactly("a", "b", "c");
        assertThat(after(three, 2, "d").of(PART)).extracting(Chunk::file).containsExactly("c", "d");
        assertThat(after(three, 1, "d").of(PART)).extracting(Chunk::file).containsExactly("c", "d");
        assertThat(after(three, 0, "d").of(PART)).extracting(Chunk::file).containsExactly("d");
    }

    @Test
    void partsAreApart() {
        StateChunks both =
                StateChunks.NONE.with(PART, three, 1, List.of(chunk("d"))).with(OTHER, three, 0, List.of(chunk("e")));
        assertThat(both.of(PART)).extracting(Chunk::file).containsExactly("c", "d");
        assertThat(both.of(OTHER)).extracting(Chunk::file).containsExactly("e");
    }

    @Test
    void aCaptureThatNeedsMoreThanThereWereIsRefused() {
        assertThatThrownBy(() -> after(three, 4, "d"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("a capture of operator 'totals' in its task 1 needs 4 captures before it, and there are 3:"
                        + " the state backend counts them wrong");
    }

    private static StateChunks after(StateChunks before, int needs, String... chunks) {
        return StateChunks.NONE.with(
                PART,
                before,
                needs,
                List.of(chunks).stream().map(StateChunksTest::chunk).toList());
    }

    private static Chunk chunk(String file) {
        return new Chunk(file, 0, 1, 1);
    }
}
