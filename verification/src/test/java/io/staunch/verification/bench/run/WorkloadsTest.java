package io.staunch.verification.bench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class WorkloadsTest {
    @Test
    void aValueKeepsCountAndTime() {
        byte[] made = Values.made(123_456_789_012L);
        assertThat(made).hasSize(Values.BYTES);
        byte[] counted = Values.counted(Values.counted(made, 1_000), 42);
        assertThat(Values.count(counted)).isEqualTo(42);
        assertThat(Values.nanoTime(counted)).isEqualTo(123_456_789_012L);
        assertThat(Values.count(made)).isZero();
    }

    @Test
    void aNumberedRowSaysWhereItBelongs() {
        NumberedRow row = NumberedRow.of(1, 20);
        assertThat(row.key()).isEqualTo(Values.key(41));
        assertThat(Values.count(row.value().getBytes(java.nio.charset.StandardCharsets.US_ASCII)))
                .isEqualTo(41);
        assertThat(NumberedRow.count(0, 5)).isEqualTo(3);
        assertThat(NumberedRow.count(1, 5)).isEqualTo(2);
    }

    @Test
    void optionsSurviveTheCommandLine() {
        RunOptions options = RunOptions.parse(List.of("folder=/tmp/a=b", "intervalMs=100", "parallelism=2"));
        assertThat(RunOptions.parse(options.arguments())).isEqualTo(options);
        assertThat(options.text("folder")).isEqualTo("/tmp/a=b");
        assertThat(options.checkpoints()).isTrue();
    }

    @Test
    void anOptionWithoutAValueIsRefused() {
        assertThatThrownBy(() -> RunOptions.parse(List.of("folder"))).hasMessageContaining("folder");
        assertThatThrownBy(() -> RunOptions.parse(List.of()).text("in")).hasMessageContaining("in");
    }
}
