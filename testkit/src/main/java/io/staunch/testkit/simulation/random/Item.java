package io.staunch.testkit.simulation.random;

import java.util.List;

/**
 * What flows in random pipelines.
 *
 * @param track records of one track have an order that every run keeps; those of two tracks have none between them
 * @param id tells records apart that sources gave; what operators choose, they choose by it, so that any replay chooses the same
 * @param key by which streams are distributed anew
 * @param value what operators have computed, from all that went before on the track
 * @param text follows from the id, so that records have a part that is no number
 */
public record Item(long track, int id, int key, long value, String text) {
    /** Keys are less than this. */
    static final int KEYS = 8;

    private static final int KEYS_AND_NONE = 16;

    /** So many bits are left of a track, so that later operators can make others of it. */
    private static final int SHORTER = 20;

    private static final int MOST_INPUTS = 4;
    private static final List<String> TEXTS = List.of("", "a", "river", "Ünïcode", "0123456789");
    private static final String PADDING = "x".repeat(1_000);

    static Item of(long track, int id, int key, long value) {
        return new Item(track, id, key, value, textOf(id));
    }

    /** How many texts there are. */
    static int texts() {
        return TEXTS.size();
    }

    static String textOf(int id) {
        return TEXTS.get(id % TEXTS.size());
    }

    Item value(long other) {
        return new Item(track, id, key, other, text);
    }

    Item key(int other) {
        return new Item(track, id, other, value, text);
    }

    /** On a track of its own for each key that the track was distributed by. */
    Item refined() {
        return new Item(refined(track, key), id, key, value, text);
    }

    static long refined(long track, int key) {
        return track * KEYS_AND_NONE + key + 1;
    }

    /**
     * On a track that it shares with no item that differs from it, whatever it was on: so nothing has an order.
     *
     * @param more makes it differ from the same item with another number
     */
    Item alone(long more) {
        long of = mixed(mixed(mixed(mixed(mixed(track) + id) + key) + value) + more);
        return of(of >>> SHORTER, id, key, of);
    }

    private static long mixed(long number) {
        long mixed = number * 0x9E3779B97F4A7C15L;
        return mixed ^ (mixed >>> 32);
    }

    /** On a track that no other input of a union has. */
    Item from(int input) {
        return new Item(track * MOST_INPUTS + input, id, key, value, text);
    }

    /** So large that sinks that are asked to refuse some refuse it. */
    Item large() {
        return new Item(track, id, key, value, PADDING);
    }

    boolean isLarge() {
        return text.length() >= PADDING.length();
    }

    /** As before {@link #large}. */
    Item small() {
        return of(track, id, key, value);
    }

    /** As text that no source can read as an item. */
    String unreadable() {
        return "bad " + track + " " + id + " " + key;
    }

    /** The item of which somebody else has made {@link #unreadable} text. */
    static Item ofUnreadable(String text) {
        String[] parts = text.split(" ");
        return of(Long.parseLong(parts[1]), Integer.parseInt(parts[2]), Integer.parseInt(parts[3]), 0);
    }

    /** What an item adds to a history, so that a lost, repeated or swapped one changes all that follows. */
    long weight() {
        return id * 31L + value;
    }
}
