package io.staunch.runtime.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.graph.BroadcastUpdate;
import io.staunch.graph.KeyedOperation;
import io.staunch.process.BroadcastFunction;
import io.staunch.state.MapState;
import io.staunch.statebackend.heap.HeapKeyedBackend;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BroadcastCopyTest {
    private static final int RUNS = 60;
    private static final int RECORDS = 200;
    private static final int NAMES = 12;

    private final ManualEnvironment environment = new ManualEnvironment();

    /** What a record asks for: to put a value under a name, to take it out if there is none, to take out all without a name. */
    record Ask(String name, String value) {}

    private static final BroadcastFunction<Ask, String, String> ASKED = BroadcastCopyTest::update;

    private static final KeyedOperation.Broadcast OPERATION =
            new KeyedOperation.Broadcast(String.class, String.class, ASKED);

    private static void update(Ask ask, MapState<String, String> table) {
        if (ask.name().isEmpty()) {
            table.clear();
        } else if (ask.value().isEmpty()) {
            table.remove(ask.name());
        } else {
            String before = table.contains(ask.name()) ? table.get(ask.name()) : "";
            table.put(ask.name(), before.length() > 20 ? ask.value() : before + ask.value());
        }
    }

    /** Computed in one go. */
    private static void plainly(Ask ask, Map<Object, Object> table) {
        if (ask.name().isEmpty()) {
            table.clear();
        } else if (ask.value().isEmpty()) {
            table.remove(ask.name());
        } else {
            table.merge(
                    ask.name(),
                    ask.value(),
                    (before, more) -> ((String) before).length() > 20 ? more : (String) before + more);
        }
    }

    private static Ask byChance(Random random) {
        String name = random.nextInt(30) == 0 ? "" : "n" + random.nextInt(NAMES);
        return new Ask(name, random.nextInt(4) == 0 ? "" : "v" + random.nextInt(10));
    }

    /** Rollbacks and other parallelisms come in between; copies are made anew from checkpoints, and others from all changes since the beginning. */
    @Test
    void aCopyIsTheTableAlsoInItsOrderWhetherItHasTakenAllChangesOrBeganWithACheckpoint() {
        for (int seed = 0; seed < RUNS; seed++) {
            var random = new Random(seed);
            var tasks = new KeyedTasks(OPERATION, List.of(), random.nextBoolean(), environment);
            Map<Object, Object> expected = new LinkedHashMap<>();
            Map<Object, Object> atCheckpoint = Map.of();
            BroadcastCopy copy = new BroadcastCopy();
            int applied = 0;
            tasks.checkpoint();
            for (int i = 0; i < RECORDS; i++) {
                Ask ask = byChance(random);
                tasks.record(KeyedOperation.Broadcast.KEY, i, ask);
                plainly(ask, expected);
                if (random.nextInt(20) == 0) {
                    tasks.checkpoint();
                    atCheckpoint = new LinkedHashMap<>(expected);
                }
                if (random.nextInt(40) == 0) {
                    tasks.restore(1 + random.nextInt(4));
                    expected = new LinkedHashMap<>(atCheckpoint);
                    copy = restored(tasks);
                    applied = tasks.out().size();
                }
                for (; applied < tasks.out().size(); applied++) {
                    copy.apply((BroadcastUpdate) tasks.out().get(applied).value());
                }
                assertThat(List.copyOf(copy.entries().entrySet()))
                        .as("seed %s, record %s", seed, i)
                        .isEqualTo(List.copyOf(expected.entrySet()));
            }
            BroadcastCopy late = new BroadcastCopy();
            tasks.out().forEach(out -> late.apply((BroadcastUpdate) out.value()));
            assertThat(late.entries()).as("seed %s", seed).isEqualTo(expected);
        }
    }

    private static BroadcastCopy restored(KeyedTasks tasks) {
        var copy = new BroadcastCopy();
        copy.restore(HeapKeyedBackend::new, OPERATION, KeyedTasks.KEY_GROUPS, tasks.restored());
        return copy;
    }

    /** Or a reader could see half of them. */
    @Test
    void allChangesThatARecordMakesComeInOneUpdate() {
        var tasks = new KeyedTasks(OPERATION, List.of(), false, environment);
        tasks.record(KeyedOperation.Broadcast.KEY, 1, new Ask("a", "1"));
        tasks.record(KeyedOperation.Broadcast.KEY, 2, new Ask("b", "2"));
        tasks.record(KeyedOperation.Broadcast.KEY, 3, new Ask("", ""));
        assertThat(tasks.out()).hasSize(3);
        assertThat(((BroadcastUpdate) tasks.out().get(2).value()).changes())
                .containsExactly(new BroadcastUpdate.Change("a", null), new BroadcastUpdate.Change("b", null));
    }

    @Test
    void whatIsNotThereIsTakenOutWithoutAChange() {
        var tasks = new KeyedTasks(OPERATION, List.of(), false, environment);
        tasks.record(KeyedOperation.Broadcast.KEY, 1, new Ask("nobody", ""));
        tasks.record(KeyedOperation.Broadcast.KEY, 2, new Ask("", ""));
        assertThat(tasks.out()).isEmpty();
    }
}
