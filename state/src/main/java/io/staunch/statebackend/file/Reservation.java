package io.staunch.statebackend.file;

import java.nio.ByteBuffer;

/** The body of a frame that reserves ids: no later claim hands out one up to {@code upTo}. */
record Reservation(long upTo) {
    ByteBuffer encode() {
        return new BodyWriter().number(upTo).done();
    }

    static Reservation decode(ByteBuffer bytes) {
        return new Reservation(new BodyReader(bytes).number());
    }
}
