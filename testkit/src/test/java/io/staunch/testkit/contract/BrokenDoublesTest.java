package io.staunch.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A contract that can't fail proves nothing: each broken double is found, and the one that breaks nothing passes. */
class BrokenDoublesTest {
    @ParameterizedTest
    @EnumSource(value = MemorySource.Break.class, mode = EnumSource.Mode.EXCLUDE, names = "NOTHING")
    void aBrokenSourceIsFound(MemorySource.Break broken) throws Exception {
        assertThat(Verdicts.failures(SourceContract.class, () -> new MemorySource.Contract(broken)))
                .contains(broken.foundBy);
    }

    @ParameterizedTest
    @EnumSource(value = MemoryLead.Break.class, mode = EnumSource.Mode.EXCLUDE, names = "NOTHING")
    void aBrokenLeadIsFound(MemoryLead.Break broken) throws Exception {
        assertThat(Verdicts.failures(LeadContract.class, () -> new MemoryLead.Contract(broken)))
                .contains(broken.foundBy);
    }

    @ParameterizedTest
    @EnumSource(value = MemorySink.Break.class, mode = EnumSource.Mode.EXCLUDE, names = "NOTHING")
    void aBrokenSinkIsFound(MemorySink.Break broken) throws Exception {
        assertThat(Verdicts.failures(SinkContract.class, () -> new MemorySink.Contract(broken)))
                .contains(broken.foundBy);
    }

    @ParameterizedTest
    @EnumSource(value = MemoryTable.Break.class, mode = EnumSource.Mode.EXCLUDE, names = "NOTHING")
    void aBrokenTableIsFound(MemoryTable.Break broken) throws Exception {
        assertThat(Verdicts.failures(IdempotentSinkContract.class, () -> new MemoryTable.Contract(broken)))
                .contains(broken.foundBy);
    }

    @ParameterizedTest
    @EnumSource(value = MemoryPrepared.Break.class, mode = EnumSource.Mode.EXCLUDE, names = "NOTHING")
    void aBrokenSinkThatPreparesIsFound(MemoryPrepared.Break broken) throws Exception {
        assertThat(Verdicts.failures(TwoPhaseCommitContract.class, () -> new MemoryPrepared.Contract(broken)))
                .contains(broken.foundBy);
    }

    @ParameterizedTest
    @EnumSource(
            value = MemoryWriteAhead.Break.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"NOTHING", "KEYS_RIGHT", "WITH_NEITHER"})
    void aBrokenWriteAheadSinkIsFound(MemoryWriteAhead.Break broken) throws Exception {
        assertThat(Verdicts.failures(WriteAheadContract.class, () -> new MemoryWriteAhead.Contract(broken)))
                .contains(broken.foundBy);
    }

    @ParameterizedTest
    @EnumSource(
            value = MemoryWriteAhead.Break.class,
            names = {"NOTHING", "KEYS_RIGHT", "WITH_NEITHER"})
    void aWriteAheadSinkThatBreaksNothingPasses(MemoryWriteAhead.Break right) throws Exception {
        assertThat(Verdicts.failures(WriteAheadContract.class, () -> new MemoryWriteAhead.Contract(right)))
                .isEmpty();
    }

    @Test
    void doublesThatBreakNothingPass() throws Exception {
        assertThat(Verdicts.failures(
                        TwoPhaseCommitContract.class, () -> new MemoryPrepared.Contract(MemoryPrepared.Break.NOTHING)))
                .isEmpty();
        assertThat(Verdicts.failures(SourceContract.class, () -> new MemorySource.Contract(MemorySource.Break.NOTHING)))
                .isEmpty();
        assertThat(Verdicts.failures(LeadContract.class, () -> new MemoryLead.Contract(MemoryLead.Break.NOTHING)))
                .isEmpty();
        assertThat(Verdicts.failures(SinkContract.class, () -> new MemorySink.Contract(MemorySink.Break.NOTHING)))
                .isEmpty();
        assertThat(Verdicts.failures(
                        IdempotentSinkContract.class, () -> new MemoryTable.Contract(MemoryTable.Break.NOTHING)))
                .isEmpty();
    }
}
