package io.staunch.files;

/**
 * A record of CSV as RFC 4180 has it: a line, but for line ends inside quotes. A quote opens only where a field begins; inside, two quotes are
 * one. All that counts is ASCII, and no byte of another character of UTF-8 is.
 */
final class CsvFraming implements Framing {
    private enum In {
        FIELD_START,
        PLAIN,
        QUOTED,
        QUOTE
    }

    private final byte separator;
    private In in = In.FIELD_START;

    CsvFraming(char separator) {
        this.separator = (byte) separator;
    }

    @Override
    public int end(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            byte at = bytes[i];
            if (in == In.QUOTED) {
                in = at == '"' ? In.QUOTE : In.QUOTED;
            } else if (at == '\n') {
                in = In.FIELD_START;
                return i + 1;
            } else if (at == separator) {
                in = In.FIELD_START;
            } else if (at == '"' && in != In.PLAIN) {
                in = In.QUOTED;
            } else {
                in = In.PLAIN;
            }
        }
        return -1;
    }

    @Override
    public void reset() {
        in = In.FIELD_START;
    }
}
