package io.staunch.verification.bench.micro;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MicroBenchmarksTest {
    @ParameterizedTest
    @ValueSource(strings = {"codec", "state", "ring"})
    void aPatternFindsBenchmarksInUpperOrLowerCase(String pattern) {
        List<String> arguments = MicroBenchmarks.forJmh(pattern, "-prof", "gc");
        assertThat(arguments.subList(1, 3)).containsExactly("-prof", "gc");
        assertThat(List.of(CodecBenchmark.class, StateBenchmark.class, RingBenchmark.class))
                .extracting(Class::getName)
                .filteredOn(Pattern.compile(arguments.get(0)).asPredicate())
                .hasSize(1);
    }

    @Test
    void withoutAPatternAllAreRun() {
        assertThat(MicroBenchmarks.forJmh("-l")).containsExactly(MicroBenchmarks.class.getPackageName(), "-l");
    }
}
