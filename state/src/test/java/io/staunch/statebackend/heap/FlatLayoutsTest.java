package io.staunch.statebackend.heap;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.protocol.codec.RecordHandles;
import org.junit.jupiter.api.Test;

final class FlatLayoutsTest {
    private record All(boolean b, byte y, short s, char c, int i, long l, float f, double d) {}

    private static final All VALUE =
            new All(true, (byte) -1, Short.MIN_VALUE, 'x', Integer.MIN_VALUE, Long.MAX_VALUE, -0f, Double.NaN);

    @Test
    void aRecordTypeHasOneLayoutWithAHiddenClassOfItsOwn() {
        FlatLayout layout = FlatLayouts.of(All.class);

        assertThat(layout).isSameAs(FlatLayouts.of(All.class));
        assertThat(layout.getClass().isHidden()).isTrue();
        assertThat(through(layout)).isEqualTo(VALUE);
    }

    @Test
    void theOrdinaryClassDoesTheSameWhereThereCanBeNoHiddenOne() {
        var handles = new RecordHandles(All.class);
        var layout = new FlatRecord(
                All.class, FlatLayouts.writer(All.class, handles), FlatLayouts.reader(All.class, handles));

        assertThat(through(layout)).isEqualTo(VALUE);
    }

    private static Object through(FlatLayout layout) {
        long[] rows = new long[FlatLayouts.fields(All.class) + 2];
        layout.write(rows, 1, VALUE);
        assertThat(rows[0]).isZero();
        assertThat(rows[rows.length - 1]).isZero();
        return layout.read(rows, 1);
    }
}
