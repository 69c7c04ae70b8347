package io.staunch.files;

/** A record is a line. */
final class LineFraming implements Framing {
    @Override
    public int end(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] == '\n') {
                return i + 1;
            }
        }
        return -1;
    }

    @Override
    public void reset() {
        // A line knows nothing of the one before it.
    }
}
