package io.staunch.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.staunch.source.Split;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/**
 * Readers that come and go, get splits at any time, are full or not asked for a while, at random: splits move from reader to reader with
 * their positions. Every record must come once, in the order of its split, whoever reads it. The same seeds make the same actions.
 */
final class RandomReading {
    private static final int ACTIONS = 60;
    private static final int MOST_AT_ONCE = 7;

    /** Appends values to a split: their numbers from, inclusive, to, exclusive. */
    interface Appender {
        void append(int split, int from, int to);
    }

    private final Supplier<SourceReading> opener;
    private final Appender appender;
    private final Patience patience;
    private final List<SourceReading> readers = new ArrayList<>();
    private final List<Split> free;
    private final int[] written;
    private final int[] read;
    private final List<String> done = new ArrayList<>();
    private Random random = new Random(0);

    /**
     * @param opener gives a reader without splits
     * @param splits all splits, none of which has a record
     */
    RandomReading(Supplier<SourceReading> opener, Appender appender, Patience patience, List<Split> splits) {
        this.opener = opener;
        this.appender = appender;
        this.patience = patience;
        this.free = new ArrayList<>(splits);
        this.written = new int[splits.size()];
        this.read = new int[splits.size()];
    }

    /** Some actions, after which everything is read to the end. */
    void round(long seed) throws Exception {
        random = new Random(seed);
        done.clear();
        try {
            for (int i = 0; i < ACTIONS; i++) {
                act();
            }
            readAll();
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("seed " + seed + ", after " + done + ": " + e.getMessage(), e);
        }
    }

    private void act() throws Exception {
        switch (random.nextInt(10)) {
            case 0 -> open();
            case 1 -> close();
            case 2, 3 -> give();
            case 4 -> append();
            case 5 -> pause();
            default -> poll();
        }
    }

    private void open() {
        done.add("open");
        readers.add(opener.get());
    }

    /** What it has read stays read; its splits are free at the positions that it leaves. */
    private void close() {
        if (!readers.isEmpty()) {
            SourceReading reader = readers.remove(random.nextInt(readers.size()));
            List<Split> left = reader.positions();
            done.add("close at " + left);
            reader.close();
            free.addAll(left);
            assertEquals(List.of(), reader.failures());
        }
    }

    private void give() {
        if (!readers.isEmpty() && !free.isEmpty()) {
            Split split = free.remove(random.nextInt(free.size()));
            done.add("give " + split);
            any().add(List.of(split));
        }
    }

    private void append() {
        int split = random.nextInt(written.length);
        int to = written[split] + 1 + random.nextInt(MOST_AT_ONCE);
        done.add("append to " + split + " up to " + to);
        appender.append(split, written[split], to);
        written[split] = to;
    }

    private void pause() {
        done.add("pause");
        for (int turns = random.nextInt(20); turns > 0; turns--) {
            patience.turn().run();
        }
    }

    private void poll() throws Exception {
        if (!readers.isEmpty()) {
            int most = 1 + random.nextInt(MOST_AT_ONCE);
            done.add("poll " + most);
            poll(any(), most);
            patience.turn().run();
        }
    }

    private SourceReading any() {
        return readers.get(random.nextInt(readers.size()));
    }

    private void poll(SourceReading reader, int most) throws Exception {
        int before = reader.values().size();
        reader.fullAfter(random.nextInt(MOST_AT_ONCE));
        reader.poll(most);
        for (String value : reader.values().subList(before, reader.values().size())) {
            int split = Integer.parseInt(value.substring(0, value.indexOf(':')));
            assertEquals(read[split]++, Integer.parseInt(value.substring(value.indexOf(':') + 1)), value);
        }
        assertEquals(List.of(), reader.failures());
    }

    private void readAll() throws Exception {
        if (readers.isEmpty()) {
            open();
        }
        while (!free.isEmpty()) {
            give();
        }
        for (int i = 0; i < written.length; i++) {
            int split = i;
            patience.until(() -> "split " + split + " is read up to " + read[split] + " of " + written[split], () -> {
                for (SourceReading reader : readers) {
                    poll(reader, MOST_AT_ONCE);
                }
                return read[split] == written[split];
            });
        }
    }
}
