package io.staunch.protocol.refused;

import io.staunch.source.RecordPlace;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The places whose records a job does not hand to a sink again. A place is remembered from the refusal until a checkpoint has it behind
 * its positions and its record is not in flight there: recovery goes back no further, so no record comes from there again. An immutable value.
 */
public final class RefusedPlaces {
    /** How many are remembered at most: more than that in so short a stretch of input is no matter of single records. */
    public static final int MOST = 10_000;

    /** None. */
    public static final RefusedPlaces NONE = new RefusedPlaces(new LinkedHashMap<>());

    /** What a place is remembered by. */
    private record Key(String sink, String source, RecordPlace place) {
        static Key of(RefusedPlace refused) {
            return new Key(refused.sink(), refused.source(), refused.place());
        }
    }

    /** What follows from refusals that have become known. */
    public enum Lesson {
        /** Places are among them that were not known: the next attempt gets further. */
        NEW,
        /** All were known, and yet their records were sent: remembering does not help. */
        NOTHING_NEW,
        /** More than can be remembered. */
        TOO_MANY
    }

    private final LinkedHashMap<Key, RefusedPlace> byKey;

    private RefusedPlaces(LinkedHashMap<Key, RefusedPlace> byKey) {
        this.byKey = byKey;
    }

    /** Those; of two for one place the first one counts. */
    public static RefusedPlaces of(Collection<RefusedPlace> places) {
        return NONE.plus(places);
    }

    /** These and those; of two for one place the first one counts. */
    public RefusedPlaces plus(Collection<RefusedPlace> more) {
        var all = new LinkedHashMap<>(byKey);
        more.forEach(place -> all.putIfAbsent(Key.of(place), place));
        return all.size() == byKey.size() ? this : new RefusedPlaces(all);
    }

    /** What is to be learnt from refusals. */
    public Lesson lesson(Collection<RefusedPlace> refused) {
        int after = plus(refused).size();
        if (after > MOST) {
            return Lesson.TOO_MANY;
        }
        return after == size() ? Lesson.NOTHING_NEW : Lesson.NEW;
    }

    /**
     * Those that reading meets again from these positions on: what a checkpoint with these positions has to remember. A split without a
     * position is not read yet, so its places are still to come; a source without positions is no part of the job any more.
     *
     * @param next number of the next record of each split, by source
     */
    public RefusedPlaces ahead(Map<String, Map<String, Long>> next) {
        return only(refused -> {
            Map<String, Long> splits = next.get(refused.source());
            if (splits == null) {
                return false;
            }
            Long from = splits.get(refused.place().split());
            return from == null || refused.place().number() >= from;
        });
    }

    /**
     * Those that a checkpoint has to remember: what reading meets again from its positions on, and what is in flight in it, wherever that was read.
     *
     * @param next as in {@link #ahead}
     * @param inFlight places of the records in flight
     */
    public RefusedPlaces toCome(Map<String, Map<String, Long>> next, Set<SourcePlace> inFlight) {
        RefusedPlaces ahead = ahead(next);
        return only(refused -> ahead.byKey.containsKey(Key.of(refused))
                || inFlight.contains(new SourcePlace(refused.source(), refused.place())));
    }

    /** Those of some sinks. */
    public RefusedPlaces ofSinks(Collection<String> sinks) {
        return only(refused -> sinks.contains(refused.sink()));
    }

    private RefusedPlaces only(Predicate<RefusedPlace> keep) {
        var kept = new LinkedHashMap<Key, RefusedPlace>();
        byKey.forEach((key, refused) -> {
            if (keep.test(refused)) {
                kept.put(key, refused);
            }
        });
        return kept.size() == byKey.size() ? this : new RefusedPlaces(kept);
    }

    /** What is remembered of a place for a sink, or null. */
    public @Nullable RefusedPlace at(String sink, String source, RecordPlace place) {
        return byKey.get(new Key(sink, source, place));
    }

    public boolean isEmpty() {
        return byKey.isEmpty();
    }

    public int size() {
        return byKey.size();
    }

    /** All, in an order that depends on nothing but them. */
    public List<RefusedPlace> all() {
        return byKey.values().stream()
                .sorted(Comparator.comparing(RefusedPlace::sink)
                        .thenComparing(RefusedPlace::source)
                        .thenComparing(refused -> refused.place().split())
                        .thenComparing(refused -> refused.place().number()))
                .toList();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RefusedPlaces places && byKey.equals(places.byKey);
    }

    @Override
    public int hashCode() {
        return byKey.hashCode();
    }

    @Override
    public String toString() {
        return all().toString();
    }
}
