package io.staunch.testkit.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.staunch.environment.Agent;
import io.staunch.testkit.simulation.world.Chance;
import io.staunch.testkit.simulation.world.FaultPlan;
import io.staunch.testkit.simulation.world.SimulatedProcess;
import io.staunch.testkit.simulation.world.SimulatedWorld;
import io.staunch.testkit.simulation.world.Supervisor;
import io.staunch.testkit.table.DatabaseException.Reason;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Two workers carry out the same transfers between accounts in different orders, in a world where everything fails. Each transfer is in the
 * list of those that are done by the same transaction, so it takes effect once, and money is neither made nor lost.
 */
class RandomTransfersTest {
    private static final int SEEDS = 300;
    private static final int TRANSFERS = 16;
    private static final int ACCOUNTS = 3;
    private static final int FAULTY_STEPS = 3_000;
    private static final int MOST_STEPS = 60_000;
    private static final String DONE = "done";
    private static final String BALANCE = "balance";

    private final Map<Reason, Integer> refusals = new EnumMap<>(Reason.class);

    @Test
    void everyTransferTakesEffectOnceAndEveryCommitKeepsTheSum() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            run(seed);
        }
        assertThat(refusals)
                .as("what workers have met")
                .containsKeys(
                        Reason.CONNECTION_LOST,
                        Reason.UNAVAILABLE,
                        Reason.REFUSED,
                        Reason.LOCK_TIMEOUT,
                        Reason.DEADLOCK,
                        Reason.DUPLICATE_KEY,
                        Reason.FULL);
    }

    private void run(long seed) {
        FaultPlan plan = FaultPlan.byChance(Chance.of(seed, "plan"));
        var world = new SimulatedWorld(seed, plan);
        Chance chance = Chance.of(seed, "database");
        var database = new SimulatedDatabase(world.clock(), chance, DatabaseFaults.of(plan.call()));
        database.createTable(DONE, TableKind.KEYED);
        database.createTable(BALANCE, TableKind.KEYED);
        Storage storage = database.storage();
        for (int account = 0; account < ACCOUNTS; account++) {
            storage.table(BALANCE, TableKind.KEYED).apply(new CommittedChange(0, account, 0, 0, 0));
        }
        List<Worker> workers = List.of(new Worker(database, true), new Worker(database, false));
        workers.forEach(worker -> worker.start(world));
        world.supervisor(new Restart(world, workers));
        while (workers.stream().anyMatch(Worker::busy)) {
            if (world.steps() == FAULTY_STEPS) {
                world.calm();
                database.calm();
            }
            assertThat(world.steps()).as("steps of seed " + seed).isLessThan(MOST_STEPS);
            world.step();
        }
        assertThat(world.broken()).as("seed " + seed).isEmpty();
        check(seed, database);
    }

    private static void check(long seed, SimulatedDatabase database) {
        Map<Object, Object> expected = new HashMap<>();
        for (int transfer = 0; transfer < TRANSFERS; transfer++) {
            expected.merge(from(transfer), -1, (a, b) -> (int) a + (int) b);
            expected.merge(to(transfer), 1, (a, b) -> (int) a + (int) b);
        }
        assertThat(database.rows(BALANCE)).as("seed " + seed).isEqualTo(expected);
        assertThat(database.rows(DONE)).as("seed " + seed).hasSize(TRANSFERS);
        Map<Object, Integer> balances = new HashMap<>();
        Map<Long, Integer> sums = new TreeMap<>();
        new TableReader(database, BALANCE).read(change -> {
            balances.put(change.key(), (Integer) change.row());
            sums.put(
                    change.commit(),
                    balances.values().stream().mapToInt(each -> each).sum());
        });
        assertThat(sums.values()).as("seed " + seed).containsOnly(0);
    }

    private static int from(int transfer) {
        return transfer % ACCOUNTS;
    }

    private static int to(int transfer) {
        return (transfer + 1 + transfer % 2) % ACCOUNTS;
    }

    private record Restart(SimulatedWorld world, List<Worker> workers) implements Supervisor {
        @Override
        public void died(SimulatedProcess process) {
            workers.stream().filter(worker -> worker.runsIn(process)).forEach(worker -> worker.start(world));
        }

        @Override
        public void paused(SimulatedProcess process) {}
    }

    private final class Worker {
        private final SimulatedDatabase database;
        private final boolean forwards;
        private @Nullable SimulatedProcess process;
        private int done;

        Worker(SimulatedDatabase database, boolean forwards) {
            this.database = database;
            this.forwards = forwards;
        }

        boolean busy() {
            return done < TRANSFERS;
        }

        boolean runsIn(SimulatedProcess other) {
            return process == other;
        }

        void start(SimulatedWorld world) {
            SimulatedProcess started = world.newProcess();
            process = started;
            var client = new DatabaseClient(database, started, new Chance(started.number()), 1_000);
            var attempt = new Attempt(client);
            started.start("worker", () -> {
                if (!busy()) {
                    return Agent.Step.DONE;
                }
                done += attempt.goOn(forwards ? done : TRANSFERS - 1 - done) ? 1 : 0;
                return Agent.Step.WORKED;
            });
        }
    }

    /** One transfer after the other, a call for each step, so that those of others come in between. */
    private final class Attempt {
        private final DatabaseClient client;
        private @Nullable DatabaseSession session;
        private int call;

        Attempt(DatabaseClient client) {
            this.client = client;
        }

        /** Makes the next call; true if the transfer is done. */
        boolean goOn(int transfer) {
            try {
                if (session == null || session.over()) {
                    session = client.connect();
                    call = 0;
                }
                return next(session, transfer);
            } catch (DatabaseException e) {
                refusals.merge(e.reason(), 1, Integer::sum);
                if (session != null) {
                    session.close();
                }
                return false;
            }
        }

        private boolean next(DatabaseSession on, int transfer) {
            switch (call++) {
                case 0 -> {
                    on.begin();
                    if (on.lock(DONE, transfer).isPresent()) {
                        on.close();
                        return true;
                    }
                }
                case 1 -> on.write(Write.insert(DONE, transfer, true));
                case 2 -> add(on, from(transfer), -1);
                case 3 -> add(on, to(transfer), 1);
                default -> {
                    on.commit();
                    call = 0;
                    return true;
                }
            }
            return false;
        }

        private void add(DatabaseSession session, int account, int amount) {
            int before = (int) session.lock(BALANCE, account).orElseThrow();
            session.write(Write.update(BALANCE, account, before + amount));
        }
    }
}
