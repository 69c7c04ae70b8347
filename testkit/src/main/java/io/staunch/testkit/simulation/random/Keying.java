package io.staunch.testkit.simulation.random;

import io.staunch.KeyedStream;
import io.staunch.Stream;

/** Ways to key a stream such that all records of a key come in an order that every run keeps. */
enum Keying {
    TRACK_AS_LONG(false) {
        @Override
        KeyedStream<?, Item> of(Stream<Item> in) {
            return in.keyByLong(Item::track);
        }
    },
    TRACK_AS_TEXT(false) {
        @Override
        KeyedStream<?, Item> of(Stream<Item> in) {
            return in.keyBy(String.class, item -> "track " + item.track());
        }
    },
    TRACK_AND_KEY_AS_RECORD(true) {
        @Override
        KeyedStream<?, Item> of(Stream<Item> in) {
            return in.keyBy(Place.class, item -> new Place(item.track(), item.key()));
        }
    },
    /** The class of the key is read off the function. */
    TRACK_AND_KEY_INFERRED(true) {
        @Override
        KeyedStream<?, Item> of(Stream<Item> in) {
            return in.keyBy(item -> new Place(item.track(), item.key()));
        }
    };

    private final boolean refines;

    Keying(boolean refines) {
        this.refines = refines;
    }

    abstract KeyedStream<?, Item> of(Stream<Item> in);

    /** The track behind it: records of a track that go to several tasks lose their order between those. */
    long track(Item item) {
        return refines ? Item.refined(item.track(), item.key()) : item.track();
    }

    /** A key of two parts. */
    record Place(long track, int key) {}
}
