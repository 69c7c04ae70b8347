package io.staunch.protocol.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.staunch.backend.KeyGroupRange;
import io.staunch.error.StaunchException;
import io.staunch.protocol.bytes.MalformedBytesException;
import io.staunch.protocol.time.Reached;
import io.staunch.protocol.time.SplitTime;
import io.staunch.protocol.time.SplitTimesCodec;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What checkpoints hold of event time is read in every format that was ever written, and written as it always was in today's. */
class TimeFormatTest {
    private static final List<SplitTime> SPLITS = List.of(
            new SplitTime("flights-0", 1_780_000_000_123L, false), new SplitTime("flights-1", Long.MIN_VALUE, true));
    private static final Reached REACHED = new Reached(new KeyGroupRange(3, 127), -5);

    @Test
    void timesOfSplitsOfFormat1AreReadAndWritten() {
        byte[] today = bytes(SplitTimesCodec.write(SPLITS));
        byte[] golden = Golden.read("v1/split-times.bin", today);
        assertThat(SplitTimesCodec.read(List.of(golden)).values()).containsExactlyElementsOf(SPLITS);
        assertThat(today).isEqualTo(golden);
    }

    @Test
    void timesOfTasksOfFormat1AreReadAndWritten() {
        byte[] today = bytes(REACHED.toBytes());
        byte[] golden = Golden.read("v1/reached.bin", today);
        assertThat(Reached.is(golden)).isTrue();
        assertThat(Reached.of(golden)).isEqualTo(REACHED);
        assertThat(today).isEqualTo(golden);
    }

    @Test
    void newerFormatsAreRefusedByNameAndCutOnesAreMalformed() {
        byte[] splits = bytes(SplitTimesCodec.write(SPLITS));
        byte[] reached = bytes(REACHED.toBytes());
        for (byte[] each : List.of(splits, reached)) {
            for (int length = 0; length < each.length; length++) {
                byte[] cut = Arrays.copyOf(each, length);
                assertThatThrownBy(() -> read(cut, each == splits)).isInstanceOf(MalformedBytesException.class);
            }
            byte[] newer = each.clone();
            newer[4]++;
            assertThatThrownBy(() -> read(newer, each == splits))
                    .isInstanceOf(StaunchException.class)
                    .isNotInstanceOf(MalformedBytesException.class)
                    .hasMessageContaining("newer Staunch");
        }
    }

    private static void read(byte[] bytes, boolean splits) {
        if (splits) {
            SplitTimesCodec.read(List.of(bytes));
        } else {
            Reached.of(bytes);
        }
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }
}
