package io.staunch.kafka.testkit.broker;

import java.nio.ByteBuffer;

/** Finds the requests in what a client sends without TLS: each is its length in 4 bytes, its kind in 2, and more. Owned by the link's thread. */
final class RequestScan {
    private static final int HEAD = 6;

    private long head;
    private int headBytes;
    private long left;

    /**
     * Reads on in the client's stream.
     *
     * @return where the first request of a kind begins, from 0; 0 also if its first bytes came earlier; -1 if there is none
     */
    int find(int kind, ByteBuffer bytes) {
        int found = -1;
        int at = bytes.position();
        while (at < bytes.limit()) {
            if (headBytes < HEAD) {
                head = head << 8 | (bytes.get(at++) & 0xff);
                headBytes++;
                if (headBytes == HEAD) {
                    left = (head >> 16) - 2;
                    if (found < 0 && (short) head == kind) {
                        found = Math.max(0, at - HEAD - bytes.position());
                    }
                }
            } else {
                long skipped = Math.min(left, bytes.limit() - at);
                at += (int) skipped;
                left -= skipped;
            }
            if (headBytes == HEAD && left <= 0) {
                head = 0;
                headBytes = 0;
            }
        }
        return found;
    }
}
