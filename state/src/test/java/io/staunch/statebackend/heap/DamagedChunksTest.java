package io.staunch.statebackend.heap;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.backend.KeyGroupRange;
import io.staunch.error.StaunchException;
import io.staunch.graph.KeySelector;
import io.staunch.testkit.golden.GoldenFiles;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Chunks of every format, damaged behind the checksum that the store keeps of them: what is read is some state or a clear error, and never
 * another exception, an endless loop or more memory than the bytes are worth.
 */
class DamagedChunksTest {
    private static final KeyGroupRange ALL = new KeyGroupRange(0, 127);
    private static final int RANDOM_DAMAGES = 5_000;

    record Point(int x, double y) {}

    record Name(String text, List<Long> numbers) {}

    @ParameterizedTest
    @ValueSource(strings = {"v1/keyed-whole.bin", "v1/keyed-changes.bin", "v2/keyed-whole.bin", "v2/keyed-changes.bin"})
    void aDamagedChunkOfKeyedStateIsReadOrRefused(String file) {
        damaged(file, DamagedChunksTest::restoreKeyed);
    }

    @Test
    void aDamagedChunkOfOperatorStateIsReadOrRefused() {
        damaged("v1/operator-list.bin", DamagedChunksTest::restoreLists);
    }

    private static void damaged(String file, Consumer<byte[]> restore) {
        byte[] chunk = GoldenFiles.read(GoldenChunksTest.class, file, () -> {
            throw new AssertionError("golden file " + file + " was released and can't be made again");
        });
        restore.accept(chunk);
        int refused = 0;
        for (int bit = 0; bit < chunk.length * 8; bit++) {
            byte[] flipped = chunk.clone();
            flipped[bit / 8] ^= (byte) (1 << (bit % 8));
            refused += refused(restore, flipped, "bit " + bit + " of " + file) ? 1 : 0;
        }
        assertThat(refused).as("bits of %s whose flip is noticed", file).isPositive();
        for (int length = 0; length < chunk.length; length++) {
            var unused = refused(restore, Arrays.copyOf(chunk, length), file + " cut to " + length);
        }
        for (long seed = 1; seed <= RANDOM_DAMAGES; seed++) {
            var unused = refused(restore, overwritten(chunk, seed), file + " damaged by seed " + seed);
        }
    }

    private static byte[] overwritten(byte[] chunk, long seed) {
        var chance = new SplittableRandom(seed);
        byte[] damaged = chunk.clone();
        byte[] noise = new byte[1 + chance.nextInt(8)];
        chance.nextBytes(noise);
        int at = chance.nextInt(damaged.length);
        System.arraycopy(noise, 0, damaged, at, Math.min(noise.length, damaged.length - at));
        return damaged;
    }

    /** Whether it is refused; any other error than a clear one is a failure. */
    private static boolean refused(Consumer<byte[]> restore, byte[] damaged, String how) {
        try {
            restore.accept(damaged);
            return false;
        } catch (StaunchException e) {
            assertThat(e).as(how).hasMessageMatching("(?s).*(offset|chunk|state).*");
            return true;
        } catch (RuntimeException | Error e) {
            throw new AssertionError(how + ": " + e, e);
        }
    }

    private static void restoreKeyed(byte[] chunk) {
        try (var backend = new HeapKeyedBackend(KeySelector.Kind.OBJECT, String.class, 128, ALL)) {
            var unused = backend.value("flat", Point.class);
            var object = backend.value("object", Name.class);
            var list = backend.list("list", String.class);
            var map = backend.map("map", String.class, Long.class);
            var sum = backend.reducing("sum", Long.class, Long::sum);
            assertThat(List.of(unused, object, list, map, sum)).hasSize(5);
            backend.restore(List.of(chunk), ALL);
        }
    }

    private static void restoreLists(byte[] chunk) {
        var read = new OperatorListStates(0, 1);
        var names = read.list("names", String.class);
        var points = read.list("points", Point.class);
        assertThat(List.of(names, points)).hasSize(2);
        read.restore(List.of(chunk), Map.of());
    }
}
