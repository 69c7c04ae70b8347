package io.staunch.testkit.golden;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class GoldenFilesTest {
    @Test
    void aFileThatIsMissingFailsTheTest() {
        assertThatThrownBy(() -> GoldenFiles.read(getClass(), "v1/nothing.bin", () -> new byte[1]))
                .isInstanceOf(AssertionError.class)
                .hasMessage("golden file v1/nothing.bin is missing; -Dstaunch.golden=write writes it");
    }
}
